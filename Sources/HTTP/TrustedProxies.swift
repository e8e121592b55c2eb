/// The proxies that are believed when they tell where a request came from and where to.
package struct TrustedProxies: Sendable {
  private let ranges: [AddressRange]

  /// Those whose addresses lie in one of the ranges.
  package init(_ ranges: [AddressRange] = []) {
    self.ranges = ranges
  }

  /// What the peer of a request tells by `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`; nothing where it
  /// is none of the proxies.
  ///
  /// Of a list the last value counts, which the peer itself has added: what stands before it may come from anybody.
  package func told(of request: Request) -> Forwarded {
    guard !ranges.isEmpty, let peer = Address(request.remoteAddress), isTrusted(peer) else {
      return Forwarded()
    }
    let scheme = Self.values("X-Forwarded-Proto", request).last?.lowercased()
    return Forwarded(
      isSecure: scheme == "https" ? true : scheme == "http" ? false : nil,
      host: Self.values("X-Forwarded-Host", request).last,
      address: client(Self.values("X-Forwarded-For", request)))
  }

  /// The nearest hop that is no proxy of ours; the farthest where all are. Behind what is no address nothing is known.
  private func client(_ hops: [String]) -> String? {
    var nearest: Address?
    for hop in hops.reversed() {
      guard let address = Self.address(hop) else { break }
      nearest = address
      guard isTrusted(address) else { break }
    }
    return nearest?.description
  }

  private func isTrusted(_ address: Address) -> Bool { ranges.contains { $0.contains(address) } }

  /// An address that may have a port behind it, and then, being of IPv6, stands in brackets.
  private static func address(_ hop: String) -> Address? {
    if hop.hasPrefix("[") { return Address(String(hop.dropFirst().prefix { $0 != "]" })) }
    return Address(hop) ?? Address(String(hop.prefix { $0 != ":" }))
  }

  private static func values(_ name: String, _ request: Request) -> [String] {
    request.headers.all(name).flatMap { $0.split(separator: ",") }
      .map { String($0.filter { $0 != " " && $0 != "\t" }) }
  }
}

/// What a proxy tells of a request that it passed on; nil is what it does not tell.
package struct Forwarded: Sendable, Equatable {
  /// Whether it came to the proxy by TLS.
  package var isSecure: Bool?
  /// The Host it came with, as sent.
  package var host: String?
  /// The IP address of the client.
  package var address: String?
}
