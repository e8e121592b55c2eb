import Primitives

/// An HTTP request, received or to be sent (RFC 9110, section 3.4).
package struct Request: Sendable {
  /// The method, as sent: any token.
  package var method: String
  /// The request target raw and undecoded, as sent; for a client the absolute URL.
  package var target: String
  package var headers: Headers
  package var body: [UInt8]
  /// Whether the body was cut because it exceeded the limit of the listener.
  package var isBodyTooLarge: Bool
  /// The IP address of the peer, "127.0.0.1".
  package var remoteAddress: String
  /// Whether it came by TLS.
  package var isSecure: Bool
  /// Whether the client has ended its side meanwhile: it waits no longer, as far as one can know. Asked while the request
  /// is answered.
  package var isAbandoned: @Sendable () -> Bool = { false }

  /// A request; what isn't given is empty.
  package init(
    method: String, target: String, headers: Headers = [:], body: [UInt8] = [],
    isBodyTooLarge: Bool = false, remoteAddress: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.isBodyTooLarge = isBodyTooLarge
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
  }

  /// The target's path, raw; an absolute form is reduced to its path (RFC 9112, section 3.2.2).
  package var path: String {
    let path = originForm.prefix { $0 != "?" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The target's query, raw, without the "?"; empty when there is none.
  package var query: String {
    let target = originForm
    return target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
  }

  /// The media type of the Content-Type, in lower case and without parameters (RFC 9110, section 8.3).
  package var mediaType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    if value == "application/x-www-form-urlencoded" || value == "application/json" { return value }
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }
    return String(
      decoding: type.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self
    )
    .lowercasedASCII()
  }

  private var originForm: Substring.UnicodeScalarView {
    let scalars = target[...].unicodeScalars
    guard scalars.first != "/" else { return scalars }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      return scalars.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
    }
    return scalars
  }
}
