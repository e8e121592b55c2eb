package import JSON

extension Fields {
  /// An absolute URL of http or https; throws on others.
  package mutating func url(_ name: String) throws(FieldErrors) -> String? {
    guard let text = try string(name) else { return nil }
    try check(url: text, at: name)
    return text
  }

  /// A list of such URLs; throws on others.
  package mutating func urls(_ name: String) throws(FieldErrors) -> [String]? {
    guard let list = try strings(name) else { return nil }
    for (index, text) in list.enumerated() { try check(url: text, at: "\(name)[\(index)]") }
    return list
  }

  /// Names of hosts, without scheme and port.
  mutating func domains(_ name: String) throws(FieldErrors) -> [String]? {
    guard let list = try strings(name) else { return nil }
    for (index, text) in list.enumerated() where !HostAndPort.isHost(text) {
      throw error("\(name)[\(index)]", "must be a domain (example.com), without scheme, port and path.")
    }
    return list
  }

  /// Where mail comes from: domains, and e-mail addresses.
  mutating func emailSources(_ name: String) throws(FieldErrors) -> [String]? {
    guard let list = try strings(name) else { return nil }
    for (index, text) in list.enumerated() where !Self.isEmailSource(text) {
      throw error("\(name)[\(index)]", "must be a domain (example.com) or an e-mail address.")
    }
    return list
  }

  private static func isEmailSource(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count <= 2 && !hasControls(text) && parts.allSatisfy { !$0.isEmpty }
      && !parts[parts.count - 1].contains { $0.properties.isWhitespace || $0 == "/" || $0 == ":" }
  }

  /// Whether there is a line break, or another control character, in it.
  static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private func check(url text: String, at name: String) throws(FieldErrors) {
    guard Self.isAbsolute(text) else { throw error(name, "must be an absolute URL (https://host/path).") }
    if let flaw = HostAndPort(of: text).flaw { throw error(name, flaw) }
    for escape in text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    {
      let digits = Substring(escape).prefix(2)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit) else {
        throw error(name, "has a % without two hexadecimal digits.")
      }
    }
  }
}
