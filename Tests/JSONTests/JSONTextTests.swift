import JSON
import Testing

@Suite struct `Writing JSON` {
  @Test(
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (-12, "-12"), (.int(.min), "-9223372036854775808"),
      (0.1, "0.1"), (.double(1), "1.0"), (1e16, "1e+16"), (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(.infinity), "null"),
      (.double(.nan), "null"), ("", #""""#), ("a/b", #""a/b""#),
      ("é€😀\u{2028}\u{7F}", "\"é€😀\u{2028}\u{7F}\""),
      ("\"\\\n\r\t\u{8}\u{C}\u{0}\u{1}\u{1F}", #""\"\\\n\r\t\b\f\u0000\u0001\u001f""#),
      ([], "[]"), ([:], "{}"), (["b": [1, 2], "a": ["\n": nil]], #"{"b":[1,2],"a":{"\n":null}}"#),
    ] as [(JSON, String)])
  func `is compact`(json: JSON, text: String) {
    #expect(json.text() == text)
    #expect(json.bytes() == Array(text.utf8))
  }

  @Test func `comes back the same`() throws {
    let everyByte = String(String.UnicodeScalarView((0..<0x180).compactMap { Unicode.Scalar($0) }))
    let json: JSON = [
      "text": .string(everyByte), "int": .int(.max),
      "doubles": [1e16, 0.1, -1e-7, 1.7976931348623157e308, .double(.leastNonzeroMagnitude)],
      "nested": [[], [:], nil, true], "": "",
    ]
    #expect(try JSON(parsing: json.bytes()) == json)
    #expect(try JSON(parsing: Array(json.prettyText().utf8)) == json)
  }

  @Test func `keeps the order, and what stands twice`() {
    let json = JSON.object([.init("b", 1), .init("a", 2), .init("b", 3)])
    #expect(json.text() == #"{"b":1,"a":2,"b":3}"#)
    #expect(json["b"] == 1)
  }

  @Test func `is indented for people`() {
    let json: JSON = ["a": [1, [:], []], "b": ["c": "d"]]
    #expect(
      json.prettyText() == """
        {
          "a": [
            1,
            {},
            []
          ],
          "b": {
            "c": "d"
          }
        }
        """)
  }
}

@Suite struct `A JSON value` {
  @Test func `answers for its own type only`() {
    let values: [JSON] = [nil, true, 1, 1.5, "a", [1], ["a": 1]]
    #expect(values.map { $0.isNull } == [true, false, false, false, false, false, false])
    #expect(values.map { $0.bool } == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map { $0.int } == [nil, nil, 1, nil, nil, nil, nil])
    #expect(values.map { $0.double } == [nil, nil, 1, 1.5, nil, nil, nil])
    #expect(values.map { $0.string } == [nil, nil, nil, nil, "a", nil, nil])
    #expect(values.map { $0.array } == [nil, nil, nil, nil, nil, [1], nil])
    #expect(values.map { $0.members?.count } == [nil, nil, nil, nil, nil, nil, 1])
    #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, nil, 1])
    #expect(
      values.map { $0.typeName }
        == ["null", "a boolean", "a number", "a number", "a string", "an array", "an object"])
  }

  @Test func `is equal only in the same order and number type`() {
    #expect(["a": 1, "b": 2] as JSON != ["b": 2, "a": 1])
    #expect(JSON.int(1) != .double(1))
  }
}
