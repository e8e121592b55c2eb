/// The bytes of a text of hexadecimal digits.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.hexDigitValue }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
