import Primitives

/// Host and port of an absolute URL as they are written, taken apart by bytes of ASCII: a combining mark hides no `/`.
struct HostAndPort: Sendable {
  /// In lower case, with the brackets of an IPv6 address.
  let host: String
  /// What follows the host: nothing, or a colon and the port.
  private let rest: String

  init(of url: String) {
    let scalars = url.unicodeScalars
    guard let start = scalars.firstRange(of: "://".unicodeScalars)?.upperBound else {
      (host, rest) = ("", "")
      return
    }
    let authority = scalars[start...].prefix { !"/?#".unicodeScalars.contains($0) }
    let user = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
    let place = authority[user...]
    let bracket = place.first == "[" ? place.firstIndex(of: "]").map { place.index(after: $0) } : nil
    let end = bracket ?? place.firstIndex(of: ":") ?? place.endIndex
    host = String(place[..<end]).lowercasedASCII()
    rest = String(place[end...])
  }

  /// What is wrong with it, as the end of a sentence; nil where nothing is.
  var flaw: String? {
    guard Self.isHost(host) else {
      return "has no host of letters, digits, dots and hyphens (others are written as xn--…)."
    }
    guard rest.isEmpty || rest == ":" || Int(rest.dropFirst()).map({ (0...65535).contains($0) }) == true,
      rest.utf8.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return "has a port that is no number up to 65535." }
    return nil
  }

  /// Whether it names this machine: `localhost` and all below it (RFC 6761, section 6.3), also with the root's dot.
  var isLocal: Bool { ("." + name).hasSuffix(".localhost") }

  /// Whether it is an IP address, in any of the ways that browsers read one: the last label is a number (WHATWG URL,
  /// section 3.5).
  var isAddress: Bool {
    guard !host.hasPrefix("[") else { return true }
    let last = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    guard !last.hasPrefix("0x") else { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
    return !last.isEmpty && last.allSatisfy(\.isNumber)
  }

  /// The host without the root's dot.
  private var name: Substring { host.hasSuffix(".") ? host.dropLast() : host[...] }

  /// Whether a text can be a host: a name in ASCII, or an address, in brackets where it is of IPv6.
  static func isHost(_ text: String) -> Bool {
    guard text.hasPrefix("[") else {
      return !text.isEmpty && text.utf8.allSatisfy { isLetterOrDigit($0) || ".-_".utf8.contains($0) }
    }
    let inner = text.dropFirst().dropLast()
    return text.hasSuffix("]") && !inner.isEmpty
      && inner.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
