import HTTP
import Primitives

/// The Host of a request, taken apart (RFC 9110 section 7.2).
struct Authority: Sendable, Equatable {
  /// As sent; nil where it is missing or holds what no authority may hold.
  let text: String?
  /// Lower case, without the port and the dot of the root (RFC 3986, section 3.2.2), an IPv6 address in its brackets.
  let host: String

  init(_ request: Request) { self.init(request.headers["Host"] ?? "") }

  init(_ sent: String) {
    let isSane = !sent.isEmpty && sent.utf8.count <= 255 && sent.utf8.allSatisfy(Self.isAllowed)
    text = isSane ? sent : nil
    let name =
      sent.hasPrefix("[")
      ? sent.prefix { $0 != "]" } + "]" : String(sent.prefix { $0 != ":" }).lowercasedASCII()
    host = name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  var isApple: Bool { Application.appleNames.contains(host) }

  /// Whether it is an IP address or localhost: names that no foreign site can make point here.
  var isLocal: Bool {
    guard text != nil else { return false }
    return host == "localhost" || host.hasPrefix("[")
      || (!host.isEmpty
        && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._:[]".utf8.contains(byte)
    }
  }
}

extension Application {
  /// The address a request came to, without a path: `--public-url`, or scheme and Host.
  func base(of request: Request) -> String {
    if let publicURL = options.publicURL { return publicURL }
    let authority = authority(of: request)
    guard let text = authority.text else { return ownAddress }
    let isSecure = options.trustedProxies.told(of: request).isSecure ?? request.isSecure
    return (isSecure || authority.isApple ? "https://" : "http://") + text
  }

  /// The Host a request came with, to us or to a trusted proxy before us.
  func authority(of request: Request) -> Authority {
    let told = options.trustedProxies.told(of: request).host.map { Authority($0) }
    return told.flatMap { $0.text == nil ? nil : $0 } ?? Authority(request)
  }

  /// The address of the client, which may be behind a trusted proxy.
  func clientAddress(of request: Request) -> String {
    options.trustedProxies.told(of: request).address ?? request.remoteAddress
  }
}
