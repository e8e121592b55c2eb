/// Why there is no response, or no whole one.
package enum ClientError: Error, Equatable, CustomStringConvertible {
  case noServer(url: String)
  case unknownHost(url: String)
  case timedOut(url: String, milliseconds: Int)
  case untrusted(url: String)
  /// The certificate is trusted, but for other names than the host's.
  case otherName(url: String)
  /// The limit is in bytes.
  case tooLarge(url: String, limit: Int)
  /// The host's address is of a kind that is not allowed: "a link-local address".
  case refusedAddress(url: String, address: String, kind: String)
  /// The dispatcher was stopped before there was a whole response.
  case stopped(url: String)
  /// Anything else, in libcurl's words.
  case failed(url: String, reason: String)

  /// What happened, in a sentence that shows no more of the URL than its origin: the rest may be secret.
  package var description: String {
    switch self {
    case .noServer(let url): "No server answers at \(origin(of: url))."
    case .unknownHost(let url): "No address is known for the host of \(origin(of: url))."
    case .timedOut(let url, let time): "\(origin(of: url)) did not answer within \(time) ms."
    case .untrusted(let url): "The certificate of \(origin(of: url)) is not trusted."
    case .otherName(let url):
      "The certificate of \(origin(of: url)) is for other names; call it by one of them, or give it this one."
    case .tooLarge(let url, let limit): "The response of \(origin(of: url)) is larger than \(limit) bytes."
    case .refusedAddress(let url, let address, let kind):
      "\(origin(of: url)) leads to \(address), \(kind); "
        + "--notify-allow \(address)/\(address.contains(":") ? 128 : 32) would allow it."
    case .stopped(let url): "The request to \(origin(of: url)) was cut off: the server stops."
    case .failed(let url, let reason): "The request to \(origin(of: url)) failed: \(reason)."
    }
  }
}

/// The scheme and authority of a URL, without user information (RFC 3986, section 3).
package func origin(of url: String) -> String {
  let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
  guard parts.count >= 3, parts[1].isEmpty else { return "an address that is no URL" }
  let authority = parts[2].prefix { $0 != "?" && $0 != "#" }
  return "\(parts[0])//\(authority.split(separator: "@").last ?? "")"
}
