import Testing

@testable import HTTP

@Suite struct `Percent-encoding` {
  @Test(arguments: [
    ("a b", "a%20b"), ("-._~aZ09", "-._~aZ09"), ("é/+*", "%C3%A9%2F%2B%2A"), ("\n\0", "%0A%00"),
  ])
  func `goes both ways`(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: ["%", "%2", "%zz", "a%2g", "%%41", "%FF", "%C3", "%+1"])
  func `is refused when broken or not UTF-8`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func `leaves alone what is not encoded`() {
    #expect(PercentEncoding.decode("a+b&é%2b") == "a+b&é+")
  }
}
