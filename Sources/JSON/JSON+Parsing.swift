extension JSON {
  /// Reads one value that is the whole text (RFC 8259, UTF-8); at most 64 levels deep, no member name twice.
  ///
  /// With `comments`, for files that people write, `//` and `/* */` and a comma after the last element are fine too.
  package init(parsing bytes: [UInt8], comments: Bool = false) throws(JSONError) {
    var parser = JSONParser(bytes, comments: comments)
    self = try parser.document()
  }
}
