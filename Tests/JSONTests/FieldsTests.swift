import JSON
import Testing

@Suite struct `Fields of an object` {
  private enum Colour: String, CaseIterable { case red, green }

  private func message(_ body: () throws -> Void) -> String? {
    (#expect(throws: FieldErrors.self, performing: body))?.description
  }

  @Test func `are taken by their types`() throws {
    var fields = try Fields([
      "s": "a", "i": 1, "d": 1.5, "b": false, "l": ["x", "y"], "c": "green", "o": ["n": 1],
      "os": [["n": 2], [:]],
      "v": nil,
    ])
    #expect(try fields.string("s") == "a")
    #expect(try fields.requiredString("s") == "a")
    #expect(try fields.int("i") == 1)
    #expect(try fields.double("d") == 1.5)
    #expect(try fields.double("i") == 1)
    #expect(try fields.bool("b") == false)
    #expect(try fields.strings("l") == ["x", "y"])
    #expect(try fields.choice("c", of: Colour.self) == .green)
    var object = try #require(try fields.object("o"))
    #expect(try object.int("n") == 1)
    var objects = try #require(try fields.objects("os"))
    #expect(objects.count == 2)
    #expect(try objects[0].int("n") == 2)
    #expect(fields.value("v") == JSON.null)
    try fields.finish()
    try object.finish()
  }

  @Test(arguments: [[:], ["a": nil]] as [JSON]) func `are nil when absent or null`(json: JSON) throws {
    var fields = try Fields(json)
    #expect(try fields.string("a") == nil)
    #expect(try fields.int("a") == nil)
    #expect(try fields.double("a") == nil)
    #expect(try fields.bool("a") == nil)
    #expect(try fields.strings("a") == nil)
    #expect(try fields.choice("a", of: Colour.self) == nil)
    #expect(try fields.object("a") == nil)
    #expect(try fields.objects("a") == nil)
    #expect(message { _ = try fields.requiredString("a") } == "a is required.")
    try fields.finish()
  }

  @Test func `know null from absent when asked`() throws {
    var fields = try Fields(["a": nil])
    let found = (fields.contains("a"), fields.contains("b"))
    #expect(found == (true, false))
    #expect(fields.value("a") == JSON.null)
    #expect(fields.value("b") == nil)
  }

  @Test func `of another type are refused by name`() throws {
    var fields = try Fields(
      ["s": "a", "n": 1, "d": 1.5, "e": "", "l": ["x", nil], "o": [[:], 1], "c": "blue"], at: "clients[0]")
    #expect(message { _ = try fields.string("n") } == "clients[0].n must be a string, not a number.")
    #expect(message { _ = try fields.requiredString("n") } == "clients[0].n must be a string, not a number.")
    #expect(message { _ = try fields.requiredString("e") } == "clients[0].e must not be empty.")
    #expect(message { _ = try fields.int("s") } == "clients[0].s must be a whole number, not a string.")
    #expect(message { _ = try fields.int("d") } == "clients[0].d must be a whole number, not 1.5.")
    #expect(message { _ = try fields.double("s") } == "clients[0].s must be a number, not a string.")
    #expect(message { _ = try fields.bool("n") } == "clients[0].n must be a boolean, not a number.")
    #expect(message { _ = try fields.strings("s") } == "clients[0].s must be an array, not a string.")
    #expect(message { _ = try fields.strings("l") } == "clients[0].l[1] must be a string, not null.")
    #expect(message { _ = try fields.object("l") } == "clients[0].l must be an object, not an array.")
    #expect(message { _ = try fields.objects("s") } == "clients[0].s must be an array, not a string.")
    #expect(message { _ = try fields.objects("o") } == "clients[0].o[1] must be an object, not a number.")
    #expect(
      message { _ = try fields.choice("c", of: Colour.self) }
        == "clients[0].c must be one of red, green, not \"blue\".")
    #expect(message { _ = try Fields([]) } == "The JSON must be an object, not an array.")
  }

  @Test func `that nobody asked for are refused, each by its path`() throws {
    var fields = try Fields(["a": 1, "x": 2, "y": nil], at: "teams[2]")
    _ = try fields.int("a")
    _ = try fields.int("b")
    let error = #expect(throws: FieldErrors.self) { try fields.finish() }
    #expect(
      error?.errors == [
        FieldError(field: "teams[2].x", message: "is unknown; known are: a, b."),
        FieldError(field: "teams[2].y", message: "is unknown; known are: a, b."),
      ])
    #expect(message { try Fields(["a": 1]).finish() } == "a is unknown; nothing is known here.")
  }

  @Test func `have paths through objects and lists`() throws {
    var fields = try Fields(["teams": [["clients": [["id": 1]]]]])
    var teams = try #require(try fields.objects("teams"))
    var clients = try #require(try teams[0].objects("clients"))
    #expect(clients[0].path("id") == "teams[0].clients[0].id")
    #expect(message { _ = try clients[0].string("id") }?.hasPrefix("teams[0].clients[0].id must") == true)
    #expect(
      fields.error("teams", "is too long.").errors == [FieldError(field: "teams", message: "is too long.")])
  }
}
