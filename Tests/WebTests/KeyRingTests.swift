import AppleID
import JSON
import TestSupport
import Testing

/// What a rotation meets that came before it: a clock that was set back, a key that was never shown, another rotation of
/// the same second, several signers.
@Suite struct `The ring of keys` {
  let world: World
  let old: String
  let new: String

  init() throws {
    world = try World()
    let kids = world.admin("GET", "keys").json["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    (old, new) = (kids[3], kids[4])
  }

  @Test(
    arguments: [
      [("PUT", "clock", ["now": 1_700_000_000])],
      [("PUT", "clock", ["now": 1_900_000_000]), ("DELETE", "clock", .null)],
      [
        ("POST", "clock/advance", ["seconds": 200_000]), ("POST", "keys/rotations", ["plan": "immediate"]),
        ("DELETE", "clock", .null),
      ],
      [("POST", "clock/advance", ["seconds": 200_000]), ("POST", "clock/advance", ["seconds": -100_000])],
    ] as [[(String, String, JSON)]])
  func `follows a clock that was set back`(calls: [(String, String, JSON)]) throws {
    for (method, path, body) in calls {
      #expect(world.admin(method, path, body == .null ? nil : body).status < 300)
    }
    let now = world.admin("GET", "clock").json["now"]?.int ?? 0
    let before = world.signing
    #expect(world.published.contains(before))
    let timeline = world.rotate("graceful", [JSON.Member("lead_s", 60), JSON.Member("overlap_s", 30)])
    #expect(
      timeline.map { $0.split(separator: " ").last.flatMap { Int($0) } }
        == [0, 60, 60, 90].map { now - World.start + $0 })
    world.advance(59)
    #expect(world.signing == before)
    world.advance(1)
    #expect(world.signing != before && world.published.contains(before))
    world.advance(30)
    #expect(!world.published.contains(before))
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
  }

  @Test func `keeps what is planned as far away as it was, when the clock is set back`() {
    world.advance(1000)
    _ = world.rotate("graceful", [JSON.Member("lead_s", 100), JSON.Member("overlap_s", 50)])
    #expect(world.admin("PUT", "keys/schedule", ["plan": "add", "every_s": 500]).status == 200)
    world.advance(40)
    world.advance(-100_000)
    #expect(world.signing == old && world.published.contains(new))
    let next = world.admin("GET", "keys/schedule").json["schedule"]?["next_at"]?.int
    #expect(next == World.start + 1040 - 100_000 + 460)
    world.advance(59)
    #expect(world.signing == old)
    world.advance(1)
    #expect(world.signing == new && world.published.contains(old))
    world.advance(50)
    #expect(!world.published.contains(old))
  }

  @Test func `follows a machine whose clock was set back while nobody served`() throws {
    let folder = Folder()
    do {
      let ahead = try World(path: folder.file("store.db"), at: World.start + 500_000)
      _ = ahead.rotate("immediate")
      #expect(ahead.admin("PUT", "keys/schedule", ["plan": "add", "every_s": 500]).status == 200)
    }
    let world = try World(path: folder.file("store.db"))
    #expect(world.admin("GET", "keys/schedule").json["schedule"]?["next_at"]?.int == World.start + 500)
    let before = world.signing
    _ = world.rotate("graceful", [JSON.Member("lead_s", 60)])
    world.advance(60)
    #expect(world.signing != before)
    world.advance(440)
    #expect(world.admin("GET", "keys/schedule").json["schedule"]?["next_at"]?.int == World.start + 1000)
  }

  @Test(arguments: ["emergency", "immediate", "skew", "unpublished"])
  func `lets a key go that signed and was never shown`(plan: String) {
    _ = world.rotate("unpublished", [JSON.Member("lag_s", 60)])
    #expect(world.admin("POST", "keys/rotations", ["plan": .string(plan)]).status == 201)
    #expect(world.state(new) == [plan == "emergency" ? "withdrawn" : "waiting"])
    let states = world.admin("GET", "keys").json["keys"]?.array?.compactMap { $0["state"]?.string } ?? []
    #expect(states.count { $0 == "signing" } == 1)
    world.advance(60)
    #expect(world.published.contains(new) == (plan != "emergency"))
    #expect(world.state(new) == [plan == "emergency" ? "withdrawn" : "retired"])
  }

  @Test func `tells every step of two rotations within one second`() {
    #expect(world.rotate("same-kid") == ["replace \(old) 0"])
    #expect(world.rotate("same-kid") == ["replace \(old) 0"])
    let timeline = world.rotate("immediate")
    #expect(timeline.contains("stop_signing \(old) 0"))
  }

  @Test func `shows each of several signers as signing, and none that does not sign`() {
    func states() -> [String: Int] {
      let keys = world.admin("GET", "keys").json["keys"]?.array ?? []
      return Dictionary(grouping: keys) { $0["state"]?.string ?? "" }.mapValues(\.count)
    }
    _ = world.admin("PATCH", "behaviour", ["signers": 3])
    #expect(states()["signing"] == 3 && states()["published"] == 1)
    _ = world.rotate("unpublished", [JSON.Member("lag_s", 60)])
    #expect(states()["signing"] == 3 && world.state(new) == ["waiting"])
    world.advance(60)
    #expect(states()["signing"] == 3 && world.state(new) == ["signing"])
    #expect(Set((0..<3).map { _ in world.signing }).contains(new), "they sign in turn")
    _ = world.admin("PATCH", "behaviour", ["signers": 1])
    #expect(states()["signing"] == 1)
  }

  @Test(arguments: ["withdraw", "sign"]) func `refuses a kid that is not published, by its field`(
    plan: String
  ) {
    let answer = world.admin("POST", "keys/rotations", ["plan": .string(plan), "kid": "nokid"])
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"] == "kid")
    #expect(answer.json["errors"]?.array?.first?["message"]?.string?.contains(old) == true)
  }
}
