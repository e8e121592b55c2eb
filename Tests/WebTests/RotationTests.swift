import AppleID
import JSON
import Provider
import TestSupport
import Testing

extension World {
  /// Performs a rotation; its timeline as `step kid at`, the moment counted from the world's start.
  func rotate(_ plan: String, _ more: [JSON.Member] = []) -> [String] {
    let answer = admin("POST", "keys/rotations", .object([JSON.Member("plan", .string(plan))] + more))
    return (answer.json["timeline"]?.array ?? []).map { step in
      "\(step["step"]?.string ?? "") \(step["kid"]?.string ?? "") \((step["at"]?.int ?? 0) - World.start)"
    }
  }

  /// The kids of the key set, in its order.
  var published: [String] {
    self.get("/auth/keys").json["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
  }
  /// The kid that signs now.
  var signing: String {
    let token = signIn().json["identity_token"]?.string ?? ""
    return (try? kid(of: token)) ?? ""
  }
  /// A key's state.
  func state(_ kid: String) -> [String] {
    (admin("GET", "keys?kid=\(kid)").json["keys"]?.array ?? []).compactMap { $0["state"]?.string }
  }
  /// Moves the clock on.
  func advance(_ seconds: Int) { _ = admin("POST", "clock/advance", ["seconds": .int(seconds)]) }
}

@Suite struct `Rotating the keys` {
  let world: World
  /// The signer, the key that comes next, and the three others.
  let old: String
  let new: String
  let others: [String]

  init() throws {
    world = try World()
    let kids = world.admin("GET", "keys").json["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    (old, new, others) = (kids[3], kids[4], Array(kids[0..<3]))
  }

  @Test func `gracefully publishes first, signs later, and withdraws last`() throws {
    let timeline = world.rotate("graceful", [JSON.Member("lead_s", 100), JSON.Member("overlap_s", 50)])
    #expect(
      timeline == ["publish \(new) 0", "stop_signing \(old) 100", "sign \(new) 100", "withdraw \(old) 150"])
    #expect(Set(world.published) == Set(others + [old, new]) && world.signing == old)
    world.advance(99)
    #expect(world.signing == old && world.state(new) == ["published"])
    world.advance(1)
    #expect(world.signing == new && world.state(old) == ["retired"] && world.published.contains(old))
    world.advance(50)
    #expect(
      !world.published.contains(old) && world.state(old) == ["withdrawn"] && world.published.first != new)
  }

  @Test func `immediately signs with the new key while the old one stays`() throws {
    #expect(
      world.rotate("immediate", [JSON.Member("overlap_s", 60)])
        == ["publish \(new) 0", "stop_signing \(old) 0", "sign \(new) 0", "withdraw \(old) 60"])
    #expect(world.signing == new && world.published.contains(old))
    world.advance(60)
    #expect(!world.published.contains(old))
  }

  @Test func `in an emergency withdraws every key at once`() throws {
    let token = world.signIn().json["identity_token"]?.string
    #expect(world.rotate("emergency").contains("withdraw \(others[0]) 0"))
    #expect(world.published == [new] && world.signing == new)
    #expect(throws: (any Error).self) { try world.verified(token) }
  }

  @Test func `unpublished signs before the key set shows the key`() throws {
    #expect(world.rotate("unpublished", [JSON.Member("lag_s", 30)]).first == "stop_signing \(old) 0")
    #expect(world.signing == new && !world.published.contains(new) && world.state(new) == ["signing"])
    world.advance(30)
    #expect(world.published.contains(new))
  }

  @Test func `under the same kid changes the key and nothing else`() throws {
    let token = world.signIn().json["identity_token"]?.string
    let before = world.published
    #expect(world.rotate("same-kid") == ["replace \(old) 0"])
    #expect(world.published == before && world.signing == old)
    #expect(world.state(old) == ["withdrawn", "signing"])
    #expect(throws: (any Error).self) { try world.verified(token) }
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
  }

  @Test func `skewed shows the old set in some answers`() throws {
    let skew: [JSON.Member] = [
      JSON.Member("duration_s", 60), JSON.Member("stale_of", 2), JSON.Member("of", 3),
    ]
    #expect(world.rotate("skew", skew).contains("skew_end \(new) 60"))
    #expect((0..<6).map { _ in world.published.contains(new) } == [false, false, true, false, false, true])
    #expect(world.signing == new)
    world.advance(60)
    #expect((0..<3).allSatisfy { _ in world.published.contains(new) })
  }

  @Test func `as Apple did in 2024`() throws {
    let day = 86400
    let timeline = world.rotate("apple-2024")
    #expect(timeline.contains("publish \(new) 0") && timeline.contains("withdraw \(others[2]) \(6 * day)"))
    #expect(timeline.contains("withdraw \(old) \(27 * day)") && timeline.contains("sign \(new) \(27 * day)"))
    let counts = [0, 6, 27, 40, 69].map { days in
      world.advance(World.start + days * day - (world.admin("GET", "clock").json["now"]?.int ?? 0))
      return world.published.count
    }
    #expect(counts == [5, 4, 3, 4, 3])
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
  }

  @Test func `by hand adds, signs and withdraws one key`() throws {
    #expect(world.rotate("add") == ["publish \(new) 0"] && world.signing == old)
    world.clock.now += 1
    #expect(
      world.rotate("sign", [JSON.Member("kid", .string(new))]) == ["stop_signing \(old) 1", "sign \(new) 1"])
    #expect(world.signing == new && world.published.contains(old))
    world.clock.now += 1
    let withdrawal = world.rotate("withdraw", [JSON.Member("kid", .string(new))])
    #expect(withdrawal.contains("withdraw \(new) 2") && world.signing == old)
  }

  @Test func `leaves one key at least`() throws {
    for kid in others + [old] { _ = world.rotate("withdraw", [JSON.Member("kid", .string(kid))]) }
    #expect(world.published == [old])
    let answer = world.admin("POST", "keys/rotations", ["plan": "withdraw", "kid": .string(old)])
    #expect(answer.status == 409)
  }

  @Test(arguments: [
    ("graceful", 409), ("unpublished", 409), ("apple-2024", 409), ("immediate", 201), ("emergency", 201),
  ])
  func `while another is pending is refused, or drops what is pending`(plan: String, status: Int) throws {
    _ = world.rotate("graceful", [JSON.Member("lead_s", 100), JSON.Member("overlap_s", 10)])
    let before = world.admin("GET", "keys").json
    #expect(world.admin("POST", "keys/rotations", ["plan": .string(plan)]).status == status)
    if status == 409 { #expect(world.admin("GET", "keys").json == before) }
    world.advance(200)
    #expect(world.signing == (status == 409 ? new : world.published.last))
    #expect(status == 409 || world.signing != new)
  }

  @Test func `performs every step that a leap of the clock passes, in order`() throws {
    _ = world.rotate("graceful", [JSON.Member("lead_s", 100), JSON.Member("overlap_s", 50)])
    world.advance(1000)
    let steps = world.provider.events.events(after: 0).filter { $0.kind == .keys }.map {
      "\($0.data["step"]?.string ?? "") \(($0.data["at"]?.int ?? 0) - World.start)"
    }
    #expect(steps == ["publish 0", "stop_signing 100", "sign 100", "withdraw 150"])
  }

  @Test func `is not undone by a clock that is set back`() throws {
    _ = world.rotate("graceful", [JSON.Member("lead_s", 100), JSON.Member("overlap_s", 50)])
    world.advance(120)
    #expect(world.admin("DELETE", "clock").status == 204)
    #expect(world.signing == new && world.published.contains(old))
  }

  @Test func `waits for keys where the pool is empty, and says so`() throws {
    for _ in 1...12 {
      let answer = world.admin("POST", "keys/rotations", ["plan": "add"])
      #expect(answer.status == 201 && answer.json["waited_ms"] == 0)
    }
    let waited = world.admin("POST", "keys/rotations", ["plan": "immediate"])
    #expect((waited.json["waited_ms"]?.int ?? 0) > 0)
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
  }

  @Test(
    arguments: [
      (["plan": "sideways"], "plan"), (["plan": "graceful", "overlap_s": -1], "overlap_s"),
      (["plan": "graceful", "lead_s": "x"], "lead_s"), (["plan": "withdraw"], "kid"),
      (["plan": "graceful", "kid": "x"], "kid"), (["plan": "skew", "stale_of": 3, "of": 2], "of"),
      (["plan": "graceful", "colour": 1], "colour"),
    ] as [(JSON, String)])
  func `names the field that is wrong, and changes nothing`(body: JSON, field: String) throws {
    let before = world.admin("GET", "keys").json
    let answer = world.admin("POST", "keys/rotations", body)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    #expect(world.admin("GET", "keys").json == before)
  }

  @Test func `comes back to the first ring with a reset`() throws {
    let before = world.published
    _ = world.rotate("emergency")
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.published == before && world.signing == old)
  }
}

@Suite struct `A schedule of rotations` {
  let world: World
  init() throws { world = try World() }

  @Test func `runs first after its period, and then again and again`() throws {
    #expect(world.admin("GET", "keys/schedule").json == ["schedule": .null])
    let body: JSON = ["plan": "immediate", "every_s": 100, "overlap_s": 50]
    let answer = world.admin("PUT", "keys/schedule", body)
    #expect(answer.json["schedule"]?["next_at"]?.int == World.start + 100)
    let first = world.signing
    world.advance(99)
    #expect(world.signing == first)
    world.advance(1)
    let second = world.signing
    #expect(second != first && world.published.contains(first))
    world.advance(250)
    #expect(![first, second].contains(world.signing) && !world.published.contains(second))
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
    #expect(world.admin("DELETE", "keys/schedule").status == 204)
    let last = world.signing
    world.advance(1000)
    #expect(world.signing == last)
  }

  @Test func `outlives a leap over very many runs`() throws {
    #expect(
      world.admin("PUT", "keys/schedule", ["plan": "immediate", "every_s": 1, "overlap_s": 0]).status == 200)
    world.advance(10 * 365 * 86400)
    #expect(throws: Never.self) { try world.verified(world.signIn().json["identity_token"]?.string) }
    #expect((world.admin("GET", "keys").json["keys"]?.array?.count ?? 999) < 80)
  }

  @Test(
    arguments: [
      (["plan": "graceful"], "every_s"), (["every_s": 0], "every_s"),
      (["plan": "sign", "kid": "x", "every_s": 5], "plan"),
    ] as [(JSON, String)])
  func `names the field that is wrong`(body: JSON, field: String) {
    #expect(world.admin("PUT", "keys/schedule", body).json["errors"]?.array?.first?["field"]?.string == field)
  }
}
