import Primitives

/// A redirect URI as sent, held to Apple's rules (Apple, “Request an authorization”: https, a domain name, no
/// fragment, and identical to a registered Return URL).
package struct RedirectURI: Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// Refuses it unless `client` may receive answers there.
  package func check(for client: Client, notes: Notes) throws(Refusal) {
    guard client.redirectURIs.contains(where: text.hasSameBytes) else {
      let known = client.redirectURIs.isEmpty ? "none" : client.redirectURIs.joined(separator: ", ")
      throw Refusal(
        .authorizeRedirectURIUnregistered,
        hint:
          "redirect_uri \(text) is not registered for \(client.clientID), letter for letter; registered: \(known)."
      )
    }
    guard !text.utf8.contains(UInt8(ascii: "#")) else {
      throw Refusal(.authorizeRedirectURIFragment, hint: "redirect_uri has a fragment (#…).")
    }
    if !text.hasPrefix("https://") {
      try notes.forgive(
        refusal(.authorizeRedirectURINotHTTPS, "is not https", .httpRedirect, client), with: .httpRedirect,
        of: client)
    }
    if place.isLocal {
      try notes.forgive(
        refusal(.authorizeRedirectURILocalhost, "is on localhost", .localhostRedirect, client),
        with: .localhostRedirect, of: client)
    }
    if place.isAddress {
      try notes.forgive(
        refusal(.authorizeRedirectURIAddress, "has an IP address", .ipRedirect, client), with: .ipRedirect,
        of: client)
    }
  }

  /// The leniencies it needs to be taken at all.
  package var leniencies: [Leniency] {
    (text.hasPrefix("https://") ? [] : [.httpRedirect]) + (place.isLocal ? [.localhostRedirect] : [])
      + (place.isAddress ? [.ipRedirect] : [])
  }

  private func refusal(_ rule: Rule, _ what: String, _ leniency: Leniency, _ client: Client) -> Refusal {
    Refusal(
      rule,
      hint: "redirect_uri \(text) \(what); Apple refuses that. "
        + "The leniency \(leniency.rawValue) on \(client.clientID) would let it pass.")
  }

  /// The host, lower case, with the brackets of an IPv6 address.
  package var host: String { place.host }

  private var place: HostAndPort { HostAndPort(of: text) }

  /// Scheme, host and port, as a page's origin is written.
  package var origin: String {
    guard let start = text.firstRange(of: "://") else { return text }
    return String(text[..<start.upperBound]) + text[start.upperBound...].prefix { !"/?#".contains($0) }
  }
}
