import COpenSSL

/// What a TLS server goes by: a DNS name or an IP address (RFC 5280, section 4.2.1.6).
package enum HostName: Sendable, Hashable {
  /// In lower case.
  case dns(String)
  /// Four bytes or sixteen.
  case address([UInt8])

  /// The name that a text is, nil where it is none; a wildcard is none.
  package init?(_ text: String) {
    if let bytes = Self.address(text) {
      self = .address(bytes)
      return
    }
    let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    // A last label of digits would be an address gone wrong (RFC 1123, section 2.1).
    guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
      !labels[labels.count - 1].allSatisfy(\.isNumber)
    else { return nil }
    self = .dns(text.lowercased())
  }

  /// As OpenSSL reads it in an alternative name.
  var alternativeName: String {
    switch self {
    case .dns(let name): "DNS:" + name
    case .address(let bytes): "IP:" + Self.text(bytes)
    }
  }

  /// As OpenSSL reads it in a name constraint, which permits with a DNS name all that lies below it, and with a loopback
  /// address of IPv4 all of them.
  var subtree: String {
    switch self {
    case .dns: alternativeName
    case .address(let bytes) where bytes.count == 4 && bytes[0] == 127: "IP:127.0.0.0/255.0.0.0"
    case .address(let bytes):
      alternativeName + "/" + Self.text([UInt8](repeating: 0xFF, count: bytes.count))
    }
  }

  private static func address(_ text: String) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard !text.contains(where: \.isWhitespace), let octets = a2i_IPADDRESS(text) else { return nil }
    defer { ASN1_OCTET_STRING_free(octets) }
    let length = Int(ASN1_STRING_length(octets))
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(octets), count: length))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }

  /// Letters, digits, hyphens within, and the underscore that names of containers have.
  private static func isLabel(_ label: Substring) -> Bool {
    1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
