import Primitives
import Testing

@Suite struct `A text as bytes` {
  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}"), ("\u{AC00}", "\u{1100}\u{1161}"),
  ])
  func `differs from what Unicode takes for the same`(one: String, other: String) {
    #expect(one == other)
    #expect(!one.hasSameBytes(as: other))
    #expect(one.hasSameBytes(as: String(one.unicodeScalars)))
    #expect(ByteKey(one) != ByteKey(other))
    #expect(Set([ByteKey(one), ByteKey(other), ByteKey(one)]).count == 2)
  }

  @Test func `has no lower case beyond ASCII`() {
    #expect("AZaz[@\u{212A}\u{C9}".lowercasedASCII().hasSameBytes(as: "azaz[@\u{212A}\u{C9}"))
  }

  @Test(arguments: ["", "abc", "\u{E9}\u{E9}", "e\u{301}\u{301}\u{301}", "a\u{1F600}b", "\u{0}"])
  func `is cut at bytes, between scalars`(text: String) {
    for limit in 0...(text.utf8.count + 1) {
      let cut = text.cut(toBytes: limit)
      #expect(cut.utf8.count <= limit)
      #expect(limit - cut.utf8.count < 4 || cut.hasSameBytes(as: text))
      #expect(text.utf8.starts(with: cut.utf8))
      #expect(!cut.unicodeScalars.contains("\u{FFFD}"))
    }
  }
}
