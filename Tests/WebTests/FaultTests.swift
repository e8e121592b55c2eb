import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `A planned fault` {
  let world: World
  init() throws { world = try World() }

  @discardableResult
  func plan(_ endpoint: String, _ effect: JSON, _ more: [JSON.Member] = []) -> String {
    let body: JSON = .object(
      [JSON.Member("endpoint", .string(endpoint)), JSON.Member("effect", effect)] + more)
    let answer = world.admin("POST", "faults", body)
    return answer.status == 201 ? answer.json["id"]?.string ?? "" : "refused: \(answer.text)"
  }

  @Test func `answers with a status and Apple's page, or another body`() {
    plan("keys", ["type": "status", "status": 503], [JSON.Member("times", 1)])
    let page = world.get("/auth/keys")
    #expect(page.status == 503 && page.header("Content-Type") == "text/html")
    #expect(page.text.contains("<hr><center>Apple</center>"))
    plan(
      "keys", ["type": "status", "status": 200, "body": "<p>", "content_type": "text/html"],
      [JSON.Member("times", 1)])
    #expect(world.get("/auth/keys").text == "<p>")
    #expect(world.get("/auth/keys").json["keys"] != nil)
  }

  @Test(
    arguments: [
      ["type": "refuse", "error": "invalid_client"], ["type": "status", "status": 500], ["type": "reset"],
      ["type": "hang", "milliseconds": 1],
    ] as [JSON])
  func `that takes the place of the answer uses nothing up`(effect: JSON) throws {
    let code = world.code()
    plan("token", effect, [JSON.Member("times", 1)])
    #expect(try world.redeem(code).json["access_token"] == nil)
    #expect(try world.redeem(code).status == 200)
  }

  @Test(
    arguments: [
      ["type": "truncate", "bytes": 10], ["type": "drip", "bytes_per_second": 100],
      ["type": "malformed_json"],
    ] as [JSON])
  func `on the way back strikes after the work is done`(effect: JSON) throws {
    let code = world.code()
    plan("token", effect, [JSON.Member("times", 1)])
    let answer = try world.redeem(code)
    #expect(answer.status == 200)
    switch effect["type"]?.string {
    case "truncate": #expect(answer.response.wire == .truncate(after: 10))
    case "drip": #expect(answer.response.wire == .drip(bytesPerSecond: 100))
    default: #expect(answer.json == .null)
    }
    #expect(try world.redeem(code).text.contains("The code has already been used."))
  }

  @Test func `resets or silences the connection`() {
    plan("keys", ["type": "reset"], [JSON.Member("times", 1)])
    #expect(world.get("/auth/keys").response.wire == .reset(after: 0))
    plan("keys", ["type": "hang", "milliseconds": 1], [JSON.Member("times", 1)])
    #expect(world.get("/auth/keys").response.wire == .nothing)
  }

  @Test func `empties the key set`() {
    plan("keys", ["type": "empty_key_set"])
    #expect(world.get("/auth/keys").text == #"{"keys":[]}"#)
  }

  @Test func `delays an answer`() throws {
    plan("keys", ["type": "delay", "milliseconds": 30, "jitter_ms": 5])
    let began = ContinuousClock.now
    #expect(world.get("/auth/keys").status == 200)
    #expect(ContinuousClock.now - began >= .milliseconds(30))
  }

  @Test func `mutates identity tokens`() throws {
    plan("token", ["type": "mutate", "mutation": "wrong_issuer"])
    let token = try world.redeem(world.code()).json["id_token"]?.string
    #expect(try world.verified(token)["iss"] == "https://appleid.example.com")
  }

  @Test func `counts a mutation where it meets a token`() throws {
    plan("*", ["type": "mutate", "mutation": "wrong_issuer"], [JSON.Member("times", 1)])
    func hits() -> Int? { world.admin("GET", "faults").json["faults"]?.array?.first?["hits"]?.int }
    _ = world.get("/auth/keys")
    _ = try world.redeem("garbage")
    _ = world.post(
      "/auth/token",
      [
        ("grant_type", "client_credentials"), ("client_id", "com.example.app"), ("scope", "user.migration"),
        ("client_secret", try world.secret()),
      ])
    #expect(hits() == 0)
    let token = try world.redeem(world.code()).json["id_token"]?.string
    #expect(try world.verified(token)["iss"] == "https://appleid.example.com")
    #expect(hits() == 1)
    let entry = world.admin("GET", "requests?endpoint=token").json["requests"]?.array?.last
    #expect(entry?["faults"]?.array?.first?.string?.hasPrefix("mutate (") == true)
    let next = try world.redeem(world.code()).json["id_token"]?.string
    #expect(try world.verified(next)["iss"] == "https://appleid.apple.com")
  }

  @Test func `leaves alone what is no JSON`() throws {
    plan("*", ["type": "malformed_json"])
    let token = try world.redeem(world.code())
    #expect(token.json == .null && token.text.hasSuffix("}}"))
    #expect(try world.revoke("garbage").text.isEmpty)
    #expect(world.get("/nope").text.hasSuffix("}}") == false)
  }

  @Test func `counts the one that answers`() {
    plan("keys", ["type": "status", "status": 500], [JSON.Member("times", 1)])
    plan("keys", ["type": "status", "status": 501])
    #expect((0..<3).map { _ in world.get("/auth/keys").status } == [500, 501, 501])
    #expect(world.admin("GET", "faults").json["faults"]?.array?.map { $0["hits"]?.int } == [1, 2])
  }

  @Test func `repeats itself by its own seed, whatever else happens`() throws {
    func met(_ world: World, besides: Int) -> [Int] {
      let fault: JSON = [
        "endpoint": "keys", "effect": ["type": "status", "status": 503], "probability": 0.5, "random_seed": 5,
      ]
      let other: JSON = [
        "endpoint": "discovery", "effect": ["type": "status", "status": 503], "probability": 0.5,
        "random_seed": 5,
      ]
      for body in [fault, other] { _ = world.admin("POST", "faults", body) }
      return (0..<30).map { _ in
        for _ in 0..<besides { _ = world.get("/.well-known/openid-configuration") }
        return world.get("/auth/keys").status
      }
    }
    let first = met(world, besides: 0)
    #expect(Set(first) == [200, 503])
    #expect(met(try World(), besides: 2) == first)
    _ = world.admin("DELETE", "faults")
    #expect(met(world, besides: 1) == first)
  }

  @Test func `meets the requests that match`() throws {
    plan(
      "token", ["type": "status", "status": 500], [JSON.Member("match", ["client_id": "com.example.web"])])
    plan("token", ["type": "status", "status": 501], [JSON.Member("match", ["account": "john"])])
    plan("token", ["type": "status", "status": 502], [JSON.Member("match", ["grant_type": "refresh_token"])])
    let token = try world.redeem(world.code())
    #expect(token.status == 200)
    #expect(try world.redeem(world.code(client: "com.example.web"), client: "com.example.web").status == 500)
    #expect(try world.redeem(world.code(account: "john")).status == 501)
    #expect(try world.refresh(token.json["refresh_token"]?.string ?? "").status == 502)
  }

  @Test func `ends after so many requests, or so many seconds of the clock`() {
    plan("keys", ["type": "status", "status": 500], [JSON.Member("times", 2)])
    #expect((0..<3).map { _ in world.get("/auth/keys").status } == [500, 500, 200])
    plan("discovery", ["type": "status", "status": 500], [JSON.Member("expires_in_s", 60)])
    world.clock.now += 59
    #expect(world.get("/.well-known/openid-configuration").status == 500)
    world.clock.now += 1
    #expect(world.get("/.well-known/openid-configuration").status == 200)
  }

  @Test func `strikes by chance, the same for the same seed`() throws {
    func pattern(_ world: World) -> [Int] {
      _ = world.admin(
        "POST", "faults",
        [
          "endpoint": "keys", "effect": ["type": "status", "status": 500], "probability": 0.5,
          "random_seed": 7,
        ])
      return (0..<40).map { _ in world.get("/auth/keys").status }
    }
    let first = pattern(world)
    #expect(Set(first) == [200, 500])
    #expect(try pattern(World()) == first)
    plan("discovery", ["type": "status", "status": 500], [JSON.Member("probability", 0)])
    #expect(world.get("/.well-known/openid-configuration").status == 200)
  }

  @Test func `is in the journal, with its hits on the list`() {
    let id = plan("*", ["type": "status", "status": 500])
    _ = world.get("/auth/keys")
    #expect(world.lastRequest["faults"] == [.string("status (\(id))")])
    #expect(world.admin("GET", "faults").json["faults"]?.array?.first?["hits"] == 1)
    #expect(world.admin("DELETE", "faults/" + id).status == 204)
    #expect(world.admin("DELETE", "faults/" + id).status == 404)
    #expect(world.get("/auth/keys").status == 200)
  }

  @Test func `goes with all others, or with a reset`() {
    plan("keys", ["type": "reset"])
    #expect(world.admin("DELETE", "faults").status == 204)
    plan("keys", ["type": "reset"])
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.admin("GET", "faults").json == ["faults": []])
  }

  @Test func `may come with the seed`() throws {
    let seed =
      #"{"faults":[{"endpoint":"keys","effect":{"type":"empty_key_set"}}],"schedule":{"every_s":60,"plan":"immediate"}}"#
    let world = try World(seed: seed)
    #expect(world.get("/auth/keys").text == #"{"keys":[]}"#)
    #expect(world.admin("GET", "keys/schedule").json["schedule"]?["next_at"]?.int == World.start + 60)
  }

  @Test(
    arguments: [
      (["endpoint": "keys"], "effect"), (["endpoint": "moon", "effect": ["type": "reset"]], "endpoint"),
      (["endpoint": "keys", "effect": ["type": "explode"]], "effect.type"),
      (["endpoint": "keys", "effect": ["type": "delay"]], "effect.milliseconds"),
      (["endpoint": "keys", "effect": ["type": "status", "status": 42]], "effect.status"),
      (["endpoint": "keys", "effect": ["type": "reset", "bytes": 1]], "effect.bytes"),
      (["endpoint": "keys", "effect": ["type": "reset"], "probability": 7], "probability"),
      (["endpoint": "keys", "effect": ["type": "reset"], "times": 0], "times"),
      (["endpoint": "keys", "effect": ["type": "reset"], "match": ["colour": "red"]], "match.colour"),
      (["endpoint": "keys", "effect": ["type": "mutate", "mutation": "moon"]], "effect.mutation"),
    ] as [(JSON, String)])
  func `names the field that is wrong, and changes nothing`(body: JSON, field: String) {
    let answer = world.admin("POST", "faults", body)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    #expect(world.admin("GET", "faults").json == ["faults": []])
  }
}
