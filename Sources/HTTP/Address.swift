import Glibc

/// An IP address; one of IPv4 as IPv6 maps it, ::ffff:192.0.2.1 (RFC 4291, section 2.5.5.2).
struct Address: Sendable, Equatable, CustomStringConvertible {
  let bits: UInt128

  /// Whether it is an IPv4 address.
  var isIPv4: Bool { bits >> 32 == 0xFFFF }

  init(bits: UInt128) {
    self.bits = bits
  }

  /// An address as written: "192.0.2.1", "2001:db8::1"; nil when it is none.
  init?(_ text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4)
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6)
    } else {
      return nil
    }
  }

  /// The address in an endpoint of `sockaddr`; nil when it is of another family.
  init?(of endpoint: UnsafeRawPointer) {
    switch Int32(endpoint.loadUnaligned(as: sockaddr.self).sa_family) {
    case AF_INET: self.init(endpoint.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6: self.init(endpoint.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  private init(_ address: in_addr) {
    bits = 0xFFFF_0000_0000 | UInt128(UInt32(bigEndian: address.s_addr))
  }

  private init(_ address: in6_addr) {
    bits = withUnsafeBytes(of: address) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }

  var description: String {
    var v4 = in_addr(s_addr: UInt32(truncatingIfNeeded: bits).bigEndian)
    var v6 = bits.bigEndian
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv4 {
      inet_ntop(AF_INET, &v4, &text, socklen_t(text.count))
    } else {
      inet_ntop(AF_INET6, &v6, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
