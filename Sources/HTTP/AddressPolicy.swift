/// Which addresses may be connected to: all but those that reach no host in particular, or only one on the
/// link, where clouds keep their secrets (169.254.169.254).
struct AddressPolicy: Sendable {
  /// What is allowed although it is of a kind that isn't.
  let allowed: [AddressRange]

  /// What an address is that may not be connected to, "a link-local address"; nil when it may.
  func objection(to address: Address) -> String? {
    guard let kind = refused.first(where: { $0.range.contains(address) })?.kind else { return nil }
    return allowed.contains { $0.contains(address) } ? nil : kind
  }
}

/// RFC 3927, section 2.1; RFC 4291, sections 2.5.6 and 2.7; RFC 5771, section 3; RFC 919, section 7.
private let refused: [(range: AddressRange, kind: String)] = [
  (.ipv4(0xA9FE_0000, 16), "a link-local address"),
  (.ipv6(0xFE80, 10), "a link-local address"),
  (.ipv4(0xE000_0000, 4), "a multicast address"),
  (.ipv6(0xFF00, 8), "a multicast address"),
  (.ipv4(0xFFFF_FFFF, 32), "the broadcast address"),
]
