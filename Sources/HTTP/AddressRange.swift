/// The IP addresses that begin with the same bits (CIDR, RFC 4632, section 3.1).
package struct AddressRange: Sendable, Equatable {
  private let first: Address
  /// Of the 128 bits of an IPv6 address, into which IPv4 addresses are mapped.
  private let prefixLength: Int

  /// The range written "10.0.0.0/8" or "fe80::/10"; an address alone is a range of one.
  package init(_ text: String) throws(AddressRangeError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ Address(String($0)) }) else {
      throw AddressRangeError(text: text, reason: "it does not begin with an IPv4 or IPv6 address")
    }
    let size = address.isIPv4 && !text.contains(":") ? 32 : 128
    let length = parts.count > 1 ? number(parts[1]) : size
    guard let length, 0...size ~= length else {
      throw AddressRangeError(text: text, reason: "behind the slash belongs a number of bits, 0 to \(size)")
    }
    self.init(first: address, prefixLength: 128 - size + length)
  }

  private init(first: Address, prefixLength: Int) {
    self.first = first
    self.prefixLength = prefixLength
  }

  /// Whether the address, also when it is an IPv4 address in the form that IPv6 gives it, lies within.
  func contains(_ address: Address) -> Bool {
    (address.bits ^ first.bits) >> (128 - prefixLength) == 0
  }

  static func ipv4(_ bits: UInt32, _ length: Int) -> AddressRange {
    AddressRange(first: Address(bits: 0xFFFF_0000_0000 | UInt128(bits)), prefixLength: 96 + length)
  }

  /// The range of the addresses that begin with the upper bits of these 16.
  static func ipv6(_ bits: UInt16, _ length: Int) -> AddressRange {
    AddressRange(first: Address(bits: UInt128(bits) << 112), prefixLength: length)
  }
}

/// Why a text is no range of addresses.
package struct AddressRangeError: Error, Equatable, CustomStringConvertible {
  let text: String
  let reason: String

  /// What is wrong, and what would be right.
  package var description: String {
    "\"\(text)\" is no range of addresses: \(reason). Write 10.0.0.0/8, fe80::/10 or a single address."
  }
}

private func number(_ digits: Substring) -> Int? {
  digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(digits) : nil
}
