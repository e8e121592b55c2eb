import JSON
import Testing

@Suite struct `Parsing JSON` {
  private func parse(_ text: String, comments: Bool = false) throws -> JSON {
    try JSON(parsing: Array(text.utf8), comments: comments)
  }

  @Test(
    arguments: [
      ("null", .null), (" true\n", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.0", .double(1)), ("1e2", .double(100)),
      ("-1.5E-3", .double(-0.0015)), ("1e+3", .double(1000)), ("\"\"", ""), ("[]", []), ("{}", [:]),
      ("[1,[2],{}]", [1, [2], [:]]), ("{\"b\":1,\"a\":null}", ["b": 1, "a": nil]),
      ("\t{ \"a\" : [ 1 , 2 ] }\r\n", ["a": [1, 2]]),
    ] as [(String, JSON)])
  func `reads`(text: String, value: JSON) throws {
    #expect(try parse(text) == value)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC\ud83d\uDE00""#, "Aé€😀"),
    (#""a\u0000b""#, "a\u{0}b"), ("\"é€😀\u{2028}\u{7F}\"", "é€😀\u{2028}\u{7F}"), (#""\\u0041""#, #"\u0041"#),
    (#""\uFFFF""#, "\u{FFFF}"),
  ])
  func `reads a string`(text: String, value: String) throws {
    #expect(try parse(text) == .string(value))
  }

  @Test func `keeps the order of members`() throws {
    let json = try parse(#"{"z":1,"a":2,"m":{"y":3,"b":4}}"#)
    #expect(json.members?.map { $0.name } == ["z", "a", "m"])
    #expect(json["m"]?.members?.map { $0.name } == ["y", "b"])
  }

  @Test(arguments: [
    ("", "line 1, column 1: unexpected end."), (" ", "line 1, column 2: unexpected end."),
    ("{\"a\":1,\n \"b\" }", "line 2, column 6: unexpected '}'."),
    ("[1,]", "line 1, column 4: unexpected ']'."),
    ("{\"a\":1,}", "line 1, column 8: unexpected '}'."), ("[1 2]", "line 1, column 4: unexpected '2'."),
    ("[,1]", "line 1, column 2: unexpected ','."), ("[1", "line 1, column 3: unexpected end."),
    ("{1:2}", "line 1, column 2: unexpected '1'."), ("{\"a\" 1}", "line 1, column 6: unexpected '1'."),
    ("nul", "line 1, column 4: unexpected end."), ("True", "line 1, column 1: unexpected 'T'."),
    ("1 1", "line 1, column 3: unexpected '1'."), ("nullx", "line 1, column 5: unexpected 'x'."),
    ("\"é\" “", "line 1, column 5: unexpected '“'."),
    ("[\u{1}]", "line 1, column 2: unexpected control character 1."),
    ("01", "line 1, column 2: unexpected '1'."), ("+1", "line 1, column 1: unexpected '+'."),
    (".5", "line 1, column 1: unexpected '.'."), ("1.", "line 1, column 3: unexpected end."),
    ("-", "line 1, column 2: unexpected end."), ("1e", "line 1, column 3: unexpected end."),
    ("1e400", "line 1, column 1: the number is too large."), ("NaN", "line 1, column 1: unexpected 'N'."),
    ("'a'", "line 1, column 1: unexpected '''."), ("\"a", "line 1, column 1: this string has no end."),
    ("\"a\nb\"", "line 1, column 3: unexpected control character 10."),
    (#""\x""#, "line 1, column 3: unexpected 'x'."), (#""\u12g4""#, "line 1, column 6: unexpected 'g'."),
    (#""\"#, "line 1, column 3: unexpected end."),
    (#""a\ud800""#, "line 1, column 3: half a surrogate pair."),
    (#""\udc00""#, "line 1, column 2: half a surrogate pair."),
    (#""\ud800\u0041""#, "line 1, column 2: half a surrogate pair."),
    (#""\ud800\n""#, "line 1, column 2: half a surrogate pair."),
    (#"{"a":1,"a":2}"#, "line 1, column 8: \"a\" stands here twice."),
    (#"{"a":1,"\u0061":2}"#, "line 1, column 8: \"a\" stands here twice."),
    ("// no\n1", "line 1, column 1: unexpected '/'."), ("/* no */ 1", "line 1, column 1: unexpected '/'."),
    ("\u{FEFF}1", "line 1, column 1: unexpected '\u{FEFF}'."),
  ])
  func `refuses`(text: String, reason: String) {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error?.description == reason)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
      [0x22, 0x5C, 0x6E, 0x80, 0x22],
    ] as [[UInt8]])
  func `refuses strings that are not UTF-8`(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(error?.description == "line 1, column 1: this string is not UTF-8.")
  }

  @Test(arguments: [[0xFF], [0xE2, 0x82], [0x5B, 0x80]] as [[UInt8]])
  func `refuses other bytes that are not UTF-8`(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(error?.description.hasSuffix("unexpected '\u{FFFD}'.") == true)
  }

  @Test func `tells the place in lines and characters`() {
    let error = #expect(throws: JSONError.self) { try parse("{\r\n  \"é\": 1,\r\n  \"😀\": x\r\n}") }
    #expect(error?.line == 3)
    #expect(error?.column == 8)
  }

  @Test func `goes 64 levels deep and no further`() throws {
    func nest(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try parse(nest(64)).text() == nest(64))
    let error = #expect(throws: JSONError.self) { try parse(nest(65)) }
    #expect(error?.description == "line 1, column 65: more than 64 levels.")
    #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 1_000_000)) }
    #expect(
      try parse("[" + [String](repeating: "[]", count: 100).joined(separator: ",") + "]").array?.count == 100)
  }

  @Test func `allows comments and a last comma when asked`() throws {
    let text = """
      // the seed
      { /* a * / b **/ "a": [1, 2,], // c
        "b//": "/* not one */", }
      //
      """
    #expect(try parse(text, comments: true) == ["a": [1, 2], "b//": "/* not one */"])
  }

  @Test(arguments: [
    ("[,]", "line 1, column 2: unexpected ','."), ("[1,,]", "line 1, column 4: unexpected ','."),
    ("{,}", "line 1, column 2: unexpected ','."), ("1 /* a", "line 1, column 3: this comment has no end."),
    ("1 /*/", "line 1, column 3: this comment has no end."), ("1 /", "line 1, column 4: unexpected end."),
    ("1 / 2", "line 1, column 4: unexpected ' '."), ("'a'", "line 1, column 1: unexpected '''."),
    ("# a\n1", "line 1, column 1: unexpected '#'."), ("// only", "line 1, column 8: unexpected end."),
  ])
  func `refuses, comments allowed,`(text: String, reason: String) {
    let error = #expect(throws: JSONError.self) { try parse(text, comments: true) }
    #expect(error?.description == reason)
  }

  /// Each of these takes minutes if a step looks back over what was read.
  @Test(.timeLimit(.minutes(1))) func `takes a time proportional to the length`() throws {
    let names = (0..<100_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    #expect(try parse("{\(names)}").members?.count == 100_000)
    let escapes = String(repeating: #"a\n"#, count: 500_000)
    #expect(try parse("\"\(escapes)\"").string?.utf8.count == 1_000_000)
    let lines = String(repeating: "// a\n", count: 500_000)
    #expect(try parse(lines + "1", comments: true) == 1)
  }
}
