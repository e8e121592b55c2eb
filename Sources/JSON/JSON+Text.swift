extension JSON {
  /// The compact form: no white space, "/" and non-ASCII as they are. A number that is not finite becomes `null`.
  package func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// The compact form in UTF-8. About 1 µs for the claims of an identity token.
  package func bytes() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The form for people: two spaces a level, one line a member.
  package func prettyText() -> String {
    var writer = JSONWriter()
    writer.writePretty(self, indentation: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
