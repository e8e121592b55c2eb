import AppleID
import Crypto
import JSON
import TestSupport
import Testing

@Suite struct `A seed` {
  private func parse(_ text: String) throws -> Seed {
    try Seed(parsing: Array(text.utf8), ids: Artefact(random: Random(seed: 1)))
  }

  @Test func `may be empty, and has comments`() throws {
    let seed = try parse("// nothing\n{ /* yet */ }\n")
    #expect(seed.teams.isEmpty && seed.clients.isEmpty && seed.accounts.isEmpty && seed.keys.isEmpty)
  }

  @Test(arguments: [
    (#"{"teems":[]}"#, "teems"), (#"{"teams":{}}"#, "teams"), (#"{"teams":[1]}"#, "teams[0]"),
    (#"{"teams":[{"name":1}]}"#, "teams[0].name"), (#"{"teams":[{},{"id":"x"}]}"#, "teams[1].id"),
    (#"{"teams":[{"keys":[{}]}]}"#, "teams[0].keys[0].public_key"),
    (#"{"teams":[{"keys":[{"public_key":"x"}]}]}"#, "teams[0].keys[0].public_key"),
    (#"{"clients":[{}]}"#, "clients[0].client_id"),
    (#"{"clients":[{"client_id":"c","team_id":"t","kind":"x"}]}"#, "clients[0].kind"),
    (
      #"{"clients":[{"client_id":"c","team_id":"t","kind":"app","leniencies":["x"]}]}"#,
      "clients[0].leniencies[0]"
    ),
    (
      #"{"clients":[{"client_id":"c","team_id":"t","kind":"app","redirect_uris":["x"]}]}"#,
      "clients[0].redirect_uris[0]"
    ),
    (#"{"accounts":[{"id":"a","email":"x"}]}"#, "accounts[0].email"),
    (#"{"accounts":[{"id":"a"},{"id":"a b"}]}"#, "accounts[1].id"),
    (#"{"behaviour":[]}"#, "behaviour"), (#"{"behaviour":{"pkce":1}}"#, "behaviour.pkce"),
    (#"{"behaviour":{"x":1}}"#, "behaviour.x"),
  ])
  func `names the field that is wrong by its path`(text: String, field: String) throws {
    let errors = try #require(throws: FieldErrors.self) { try parse(text) }
    #expect(errors.errors.map(\.field) == [field])
  }

  @Test(arguments: [("{\n\"teams\": [\n}", "3"), ("{\n\n\n  nonsense", "4"), ("{\"a\":1,\n\"a\":2}", "2")])
  func `names the line where it is no JSON`(text: String, line: String) throws {
    let error = try #require(throws: JSONError.self) { try parse(text) }
    #expect("\(error)".contains("line \(line)"), "\(error)")
  }

  @Test(arguments: [
    (#"{"clients":[{"client_id":"c","team_id":"T","kind":"app"}]}"#, "clients[0].team_id"),
    (
      #"{"teams":[{"team_id":"T"}],"clients":[{"client_id":"s","team_id":"T","kind":"service","primary":"x"}]}"#,
      "clients[0].primary"
    ),
  ])
  func `names the reference that leads nowhere by its path`(text: String, field: String) throws {
    let errors = try #require(throws: FieldErrors.self) { try World(seed: text) }
    #expect(errors.errors.map(\.field) == [field])
  }

  @Test func `may name a service before its app`() throws {
    let seed = """
      { "teams": [{ "team_id": "T" }],
        "clients": [{ "client_id": "s", "team_id": "T", "kind": "service", "primary": "a" },
                    { "client_id": "a", "team_id": "T", "kind": "app" }] }
      """
    let world = try World(seed: seed)
    #expect(world.admin("GET", "clients/s").json["primary"] == "a")
  }

  @Test func `gives ids to what has none`() throws {
    let seed = try parse(#"{"teams":[{}],"accounts":[{}]}"#)
    #expect(seed.teams[0].teamID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
    #expect(!seed.accounts[0].id.isEmpty)
  }
}
