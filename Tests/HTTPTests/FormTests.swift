import Testing

@testable import HTTP

@Suite struct `A form` {
  @Test(arguments: [
    ("a=1&a=2", [["a", "1"], ["a", "2"]]),
    ("a", [["a", ""]]),
    ("=b", [["", "b"]]),
    ("&&", []),
    ("", []),
    ("a=b=c", [["a", "b=c"]]),
    ("%00=%00", [["\0", "\0"]]),
    ("+=+", [[" ", " "]]),
    ("%2B=%2b", [["+", "+"]]),
    ("%C3%A9=é", [["é", "é"]]),
  ])
  func `is read as the standard says`(text: String, pairs: [[String]]) throws {
    #expect(try Form(Array(text.utf8)).pairs.map { [$0.name, $0.value] } == pairs)
  }

  @Test(arguments: [
    ("%", "%"), ("%zz", "%zz"), ("a=%", "a"), ("a=%4", "a"), ("a=%4g&b", "a"), ("ok=1&b%2=%+1", "b%2"),
  ])
  func `with a broken percent-encoding is refused`(text: String, parameter: String) {
    #expect(throws: FormError.brokenPercentEncoding(parameter: parameter)) { try Form(Array(text.utf8)) }
  }

  @Test(arguments: [("a=%FF", "a"), ("%C3=1", "%C3"), ("a=%ED%A0%80", "a")])
  func `that is not UTF-8 is refused`(text: String, parameter: String) {
    #expect(throws: FormError.notUTF8(parameter: parameter)) { try Form(Array(text.utf8)) }
  }

  @Test func `of raw bytes that are not UTF-8 is refused`() {
    #expect(throws: FormError.notUTF8(parameter: "a")) { try Form([0x61, 0x3D, 0xFF]) }
  }

  @Test func `has at most as many pairs as the limit`() throws {
    let thousand = [UInt8](repeatElement("a&".utf8, count: 1000).joined())
    #expect(try Form(thousand).pairs.count == 1000)
    #expect(throws: FormError.tooMany(limit: 1000)) { try Form(thousand + [0x61]) }
  }

  @Test func `is asked for first and all values`() throws {
    let form = try Form(Array("a=1&b=2&a=3".utf8))
    #expect(form.first("a") == "1")
    #expect(form.values("a") == ["1", "3"])
    #expect(form.first("A") == nil)
    #expect(form.values("c").isEmpty)
  }

  @Test func `is written so that it can be read again`() throws {
    let pairs = [("a b", "1+1=2&c"), ("é", "-._~*"), ("", "\n")]
    let text = Form.encode(pairs)
    #expect(text == "a+b=1%2B1%3D2%26c&%C3%A9=-._~%2A&=%0A")
    #expect(try Form(Array(text.utf8)).pairs.map(\.name) == pairs.map(\.0))
    #expect(try Form(Array(text.utf8)).pairs.map(\.value) == pairs.map(\.1))
  }
}
