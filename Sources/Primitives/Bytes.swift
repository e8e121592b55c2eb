extension String {
  /// Whether both texts are the same bytes in UTF-8. `==` also takes two spellings of a text for equal that Unicode calls
  /// canonically equivalent (UAX #15), such as K and the Kelvin sign; protocols compare bytes (RFC 6749, RFC 8259
  /// section 8.3).
  package func hasSameBytes(as other: String) -> Bool {
    // First what most pairs differ in, and what the standard library compares fastest.
    self == other && utf8.elementsEqual(other.utf8)
  }

  /// The beginning of the text, at most so many bytes in UTF-8, whole Unicode scalars alone; in storage of its own, so
  /// that the rest is not kept alive.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var bytes = Array(utf8.prefix(limit + 1))
    // Back to before the scalar that reaches over the limit.
    while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with the letters A to Z in lower case and all else as it is. `lowercased()` also makes k of the Kelvin sign.
  package func lowercasedASCII() -> String {
    String(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// A text as a key of a dictionary or a set that tells apart what differs in its bytes (`hasSameBytes`).
package struct ByteKey: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ByteKey, b: ByteKey) -> Bool { a.text.hasSameBytes(as: b.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
