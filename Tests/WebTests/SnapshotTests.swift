import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A snapshot` {
  @Test func `is the world of another process`() throws {
    let world = try World()
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    let code = world.code(account: "john")
    #expect(world.admin("POST", "clock/advance", ["seconds": 100]).status == 200)
    world.set("token_booleans", "string")
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": []]).status == 200)
    let snapshot = world.admin("GET", "snapshot")
    #expect(snapshot.json.members?.map(\.name) == ["format", "schema", "tables"])

    let other = try World(seed: "{}", randomSeed: 1)
    #expect(other.admin("PUT", "snapshot", snapshot.json).status == 200)
    #expect(other.admin("GET", "clock").json["offset_s"] == 100)
    #expect(try other.refresh(token).status == 200)
    #expect(try other.redeem(code).status == 200)
    #expect(other.admin("GET", "rate-limits").json == ["rate_limits": []])
    #expect(try other.verified(other.signIn().json["identity_token"]?.string)["email_verified"] == "true")
    #expect(other.get("/auth/keys").text == world.get("/auth/keys").text)
  }

  @Test func `comes back as it went`() throws {
    let world = try World()
    _ = try world.redeem(world.code(client: "com.example.web"), client: "com.example.web")
    _ = world.admin("DELETE", "accounts/max")
    let before = world.admin("GET", "snapshot").json
    #expect(world.admin("PUT", "snapshot", before).status == 200)
    let after = world.admin("GET", "snapshot").json
    for table in before["tables"]?.members ?? [] where table.name != "setting" {
      #expect(after["tables"]?[table.name] == table.value, "\(table.name)")
    }
  }

  @Test func `repeats no value that was drawn before it`() throws {
    let world = try World(randomSeed: 9)
    let code = world.code()
    let snapshot = world.admin("GET", "snapshot").json
    let other = try World(randomSeed: 9)
    #expect(other.admin("PUT", "snapshot", snapshot).status == 200)
    #expect(other.code() != code)
  }

  /// Values are drawn anew after either: what was drawn between its rows and that must not meet them.
  @Test(arguments: [true, false]) func `is loaded, like a reset, under everybody's work`(isReset: Bool)
    async throws
  {
    let world = try World()
    let snapshot = world.admin("GET", "snapshot").json
    let statuses = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
      group.addTask {
        var statuses: Set<Int> = []
        for _ in 0..<150 {
          let signedIn = world.signIn()
          let redeemed = try world.redeem(signedIn.json["authorization_code"]?.string ?? "")
          let own = try world.redeem(
            "", [("grant_type", "client_credentials"), ("scope", "user.migration"), ("code", nil)])
          statuses.formUnion([signedIn.status, redeemed.status, own.status])
        }
        return statuses
      }
      group.addTask {
        var statuses: Set<Int> = []
        for _ in 0..<150 {
          let answer = isReset ? world.admin("POST", "reset") : world.admin("PUT", "snapshot", snapshot)
          statuses.insert(answer.status)
        }
        return statuses
      }
      return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
    }
    #expect(statuses.subtracting([200, 201, 400]).isEmpty, "\(statuses)")
  }

  /// What is done to a good snapshot, and the field that is complained of.
  static let damages: [(@Sendable (JSON) -> JSON, String)] = [
    ({ $0.with("format", "other") }, "format"), ({ $0.with("schema", 99) }, "schema"),
    ({ $0.with("tables", nil) }, "tables"), ({ $0.with("colour", "red") }, "colour"),
    ({ $0.with("tables", $0["tables"]?.with("moon", [])) }, "tables.moon"),
    ({ $0.with("tables", $0["tables"]?.with("setting", [])) }, "tables.setting"),
    (
      { $0.with("tables", $0["tables"]?.with("team", [["team_id": "T", "name": "N", "colour": "red"]])) },
      "tables.team[0].colour"
    ),
    ({ $0.with("tables", $0["tables"]?.with("team", [["team_id": "T"]])) }, "tables.team"),
    ({ $0.with("tables", $0["tables"]?.with("team", [])) }, "tables.client_key"),
    (
      { $0.with("tables", $0["tables"]?.with("account", [["id": "a", "email_verified": "x"]])) },
      "tables.account"
    ),
    (
      { json in
        let keys = (json["tables"]?["signing_key"]?.array ?? []).map { $0.with("private_key", "nonsense") }
        return json.with("tables", json["tables"]?.with("signing_key", .array(keys)))
      }, "tables"
    ),
  ]

  @Test(arguments: damages.indices) func `is checked whole before anything changes`(index: Int) throws {
    let world = try World()
    let code = world.code()
    let good = world.admin("GET", "snapshot").json
    let (damage, field) = Self.damages[index]
    let answer = world.admin("PUT", "snapshot", damage(good))
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    #expect(world.admin("GET", "snapshot").json == good)
    #expect(try world.redeem(code).status == 200)
  }
}
