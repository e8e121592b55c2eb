import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `Reset` {
  let world: World
  init() throws { world = try World() }

  @Test(.holds(.codeUnknown, .refreshTokenUnknown)) func `forgets codes, tokens and consents`() throws {
    let code = world.code()
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    #expect(world.admin("POST", "reset").text == "{}")
    #expect(try world.redeem(code).json["error"] == "invalid_grant")
    #expect(world.lastRequest["rule"] == "code_unknown")
    #expect(try world.refresh(token).status == 400)
    #expect(world.lastRequest["rule"] == "refresh_token_unknown")
    #expect(world.signIn().json["email"] == "jane@example.com")
  }

  @Test func `puts the seed back`() {
    let before = world.admin("GET", "teams").json
    _ = world.admin("POST", "teams", ["team_id": "TEAM000003"])
    _ = world.admin("DELETE", "teams/TEAM000001")
    _ = world.admin("POST", "accounts", ["id": "mary"])
    _ = world.admin("POST", "reset")
    #expect(world.admin("GET", "teams").json == before)
    #expect(world.admin("GET", "clients").json["clients"]?.array?.count == 3)
    #expect(world.admin("GET", "accounts").json["accounts"]?.array?.count == 3)
  }

  @Test func `puts clock and behaviour back`() {
    _ = world.admin("PUT", "clock", ["now": 0, "frozen": true, "stamps": "clock"])
    world.set("pkce", "ignored")
    let era = world.admin("PUT", "behaviour/era", ["era": "2019-09"])
    #expect(era.status == 200)
    _ = world.admin("POST", "reset")
    #expect(
      world.admin("GET", "clock").json
        == ["now": .int(World.start), "offset_s": 0, "frozen": false, "stamps": "real"])
    #expect(!world.admin("GET", "behaviour").text.contains(#""layer":"patch""#))
    #expect(world.admin("GET", "behaviour").json["era"] == .null)
  }

  @Test(
    arguments: [
      ("PATCH", "behaviour", ["code_lifetime_s": 7]), ("POST", "clock/advance", ["seconds": 5]),
      ("PUT", "behaviour/era", ["era": "2024-02"]), ("PUT", "clock", ["frozen": false]),
    ] as [(String, String, JSON)])
  func `lets nothing older through with a change at the same moment`(method: String, path: String, body: JSON)
    async
  {
    for _ in 0..<30 {
      world.set("refused_code", "burnt")
      _ = world.admin("PUT", "rate-limits", ["rate_limits": []])
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask { _ = world.admin("POST", "reset") }
          group.addTask { _ = world.admin(method, path, body) }
        }
      }
      #expect(world.admin("GET", "behaviour").json["switches"]?["refused_code"]?["value"] == "kept")
      #expect(world.admin("GET", "rate-limits").json["rate_limits"]?.array?.isEmpty == false)
    }
  }

  @Test func `empties the journal, and counts anew`() {
    _ = world.get("/auth/keys")
    _ = world.get("/auth/keys")
    _ = world.admin("POST", "reset")
    #expect(world.admin("GET", "requests").json["requests"] == [])
    #expect(world.get("/auth/keys").header("X-MockApple-Request") == "1")
  }

  @Test func `keeps the ring`() {
    let keys = world.get("/auth/keys").text
    _ = world.admin("POST", "reset")
    #expect(world.get("/auth/keys").text == keys)
  }

  @Test func `lets chance begin anew, so that the same calls give the same values`() throws {
    func run() throws -> [String?] {
      let code = world.code(account: "john")
      let tokens = try world.redeem(code).json
      let team = world.admin("POST", "teams", [:]).json["team_id"]?.string
      return [code, tokens["access_token"]?.string, tokens["refresh_token"]?.string, team]
    }
    let first = try run()
    let second = try run()
    #expect(first != second)
    _ = world.admin("POST", "reset")
    #expect(try run() == first)
    #expect(try run() == second)
  }

  @Test(.holds(.clientSecretKeyRevoked)) func `brings a revoked key back`() throws {
    _ = world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001")
    #expect(try world.redeem(world.code()).status == 400)
    _ = world.admin("POST", "reset")
    #expect(try world.redeem(world.code()).status == 200)
  }
}
