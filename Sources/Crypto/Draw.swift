/// The bytes of one call to `Random`: SHA-256 of its label and a block number, between the seed and the seed. That is a
/// keyed hash (an envelope), at a third of what HMAC costs in OpenSSL 3.
struct Draw {
  private let seed: [UInt8]
  private let label: [UInt8]
  private var block: [UInt8] = []
  private var used = 0
  private var blocks: UInt64 = 0

  init(seed: [UInt8], label: [UInt8]) {
    self.seed = seed
    self.label = label
  }

  mutating func byte() -> UInt8 {
    if used == block.count {
      block = SHA256.digest(seed + label + bigEndian(blocks) + seed)
      blocks += 1
      used = 0
    }
    defer { used += 1 }
    return block[used]
  }

  /// Throws away the bytes above the last multiple of `bound` (1 to 256), which would favour small values.
  mutating func byte(below bound: Int) -> Int {
    while true {
      let byte = Int(byte())
      if byte < 256 - 256 % bound { return byte % bound }
    }
  }

  /// The same with 64 bits.
  mutating func number(below bound: Int) -> Int {
    let bound = UInt64(bound)
    let excess = (UInt64.max % bound + 1) % bound
    while true {
      let number = (0..<8).reduce(UInt64(0)) { number, _ in number << 8 | UInt64(byte()) }
      if number <= UInt64.max - excess { return Int(number % bound) }
    }
  }
}

/// The eight bytes of a number, the most significant first.
func bigEndian(_ number: UInt64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
}
