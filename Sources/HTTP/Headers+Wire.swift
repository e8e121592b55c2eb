extension Headers {
  /// The fields that may go onto the wire: names are tokens, values have no control characters
  /// (RFC 9110, sections 5.1 and 5.5), and framing is left to the library.
  var wireSafe: some Sequence<(name: String, value: String)> {
    lazy.filter { isToken($0.name) && !isFraming($0.name) }.map { ($0.name, withoutControls($0.value)) }
  }
}

private func isToken(_ name: String) -> Bool {
  !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
}

private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"): true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

private func isFraming(_ name: String) -> Bool {
  guard name.utf8.count == 14 || name.utf8.count == 17 else { return false }
  return ["content-length", "transfer-encoding"].contains(name.lowercased())
}

/// Control characters become spaces, as section 5.5 lets a recipient do.
private func withoutControls(_ value: String) -> String {
  guard value.utf8.contains(where: isControl) else { return value }
  return String(decoding: value.utf8.map { isControl($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
}

private func isControl(_ byte: UInt8) -> Bool {
  byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
}
