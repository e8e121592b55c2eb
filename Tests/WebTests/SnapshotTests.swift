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

  /// What is done to a world before its snapshot: the admin API's method, path and body.
  static let lives: [[(String, String, JSON?)]] =
    Rotation.Plan.allCases.filter { $0 != .withdraw && $0 != .sign }.map { plan in
      [("POST", "keys/rotations", ["plan": .string(plan.rawValue), "overlap_s": 0, "lag_s": 60])]
    } + [
      [
        ("POST", "keys/rotations", ["plan": "unpublished"]),
        ("POST", "keys/rotations", ["plan": "emergency"]),
      ],
      [
        ("PUT", "keys/schedule", ["plan": "skew", "every_s": 3600]),
        ("POST", "clock/advance", ["seconds": 9000]), ("PUT", "clock", ["now": 1000, "frozen": true]),
      ],
      [
        (
          "POST", "faults", ["endpoint": "*", "effect": ["type": "drip", "bytes_per_second": 9], "times": 1]
        ),
        ("POST", "incidents/keys-503", nil), ("PUT", "behaviour/era", ["era": "2019-09"]),
        ("PATCH", "behaviour", ["signers": 3]),
      ],
      [("DELETE", "accounts/jane", nil), ("DELETE", "teams/TEAM000001", nil)],
      [("DELETE", "clients/com.example.web", nil), ("DELETE", "teams/TEAM000001/keys/KEY0000001", nil)],
      [
        ("POST", "transfers", ["client_id": "com.example.app", "to_team": "TEAM000002"]),
        ("PUT", "accounts/john/forwarding/TEAM000001", ["enabled": false]),
        ("POST", "accounts", ["id": "bare"]), ("PATCH", "accounts/jane", ["email": .null]),
        ("POST", "teams/TEAM000002/keys", ["apps": ["com.example.other"]]),
      ],
    ]

  @Test(arguments: lives.indices) func `is always loaded where it was made by this program`(life: Int) throws
  {
    let world = try World()
    _ = try world.redeem(world.code())
    _ = world.signIn(account: "john")
    for (method, path, body) in Self.lives[life] {
      let answer = world.admin(method, path, body)
      #expect(answer.status < 300, "\(path): \(answer.text)")
    }
    let snapshot = world.admin("GET", "snapshot").json
    let answer = try World(seed: "{}", randomSeed: 1).admin("PUT", "snapshot", snapshot)
    #expect(answer.status == 200, "\(answer.text)")
    let later = try World(seed: "{}", randomSeed: 1, at: World.start + 40_000_000)
    #expect(later.admin("PUT", "snapshot", snapshot).status == 200)
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
  @Test func `repeats no value either where it is loaded again and again`() throws {
    let world = try World()
    let snapshot = world.admin("GET", "snapshot").json
    var seen: Set<String> = []
    for _ in 1...4 {
      #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
      let code = world.code()
      #expect(seen.insert(code).inserted)
      #expect(seen.insert(try world.redeem(code).json["refresh_token"]?.string ?? code).inserted)
    }
  }

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
}
