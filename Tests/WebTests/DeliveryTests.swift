import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A delivery` {
  let world: World
  static let url = "https://backend.example/apple"

  init() throws {
    world = try World()
    world.register()
  }

  @discardableResult private func send(_ type: String = "consent-revoked", url: String? = nil) -> JSON {
    let body: JSON = ["account": "jane", "client_id": "com.example.app", "type": .string(type)]
    return world.admin("POST", "notifications", body.with("url", url.map { .string($0) })).json
  }

  private func advance(_ seconds: Int) {
    _ = world.admin("POST", "clock/advance", ["seconds": .int(seconds)])
  }

  private func first(_ member: String) -> JSON { world.deliveries().first?[member] ?? .null }

  @Test(.shows(.notificationRetry), arguments: [500, 404, 301, 199, nil] as [Int?])
  func `that is not accepted is tried again, with the same jti, until it is`(status: Int?) throws {
    world.receivers.answer(Self.url, [status, status, 204])
    send()
    try world.catchUp()
    #expect(first("state") == "retrying")
    #expect(first("next_attempt_at") == .int(World.start + 60))
    advance(59)
    #expect(world.receivers.posted.count == 1)
    advance(1)
    #expect(first("next_attempt_at") == .int(World.start + 360))
    advance(300)
    #expect(first("state") == "delivered" && first("next_attempt_at") == .null)
    let jtis = try world.receivers.posted.map { try world.verified($0.payload)["jti"]?.string }
    #expect(jtis.count == 3 && Set(jtis).count == 1)
    let attempts = first("attempts").array ?? []
    #expect(attempts.map { $0["at"] } == [0, 60, 360].map { .int(World.start + $0) })
    #expect(attempts.first?["status"] == status.map { .int($0) } ?? .null)
    #expect(attempts.first?["error"] == (status == nil ? "no answer" : .null))
  }

  @Test func `makes each attempt of a leap of the clock at its own moment, and is abandoned at the end`()
    throws
  {
    world.receivers.answer(Self.url, [503])
    send()
    advance(10 * 86400)
    #expect(first("state") == "abandoned" && first("next_attempt_at") == .null)
    let moments = (first("attempts").array ?? []).compactMap { $0["at"]?.int }
    #expect(moments.count == Delivery.gaps.count + 1)
    // The first attempt was due before the leap, but nobody was there to make it.
    #expect(zip(moments, moments.dropFirst()).map { $1 - $0 } == Delivery.gaps)
  }

  @Test func `is made by the key that signs at the attempt`() throws {
    world.receivers.answer(Self.url, [503, 200])
    send()
    try world.catchUp()
    _ = world.admin("POST", "keys/rotations", ["plan": "emergency"])
    advance(60)
    let kids = try world.receivers.posted.map { try world.kid(of: $0.payload) }
    #expect(kids.count == 2 && kids[0] != kids[1])
    #expect(throws: Never.self) { try world.verified(world.receivers.posted[1].payload) }
  }

  @Test func `in its first attempt keeps the order of the events, and a retry holds up none`() throws {
    world.receivers.answer(Self.url, [500, 200])
    for type in ["consent-revoked", "email-enabled", "email-disabled"] { send(type) }
    try world.catchUp()
    #expect(world.deliveries().map { $0["state"] } == ["retrying", "delivered", "delivered"])
    #expect(try types() == ["consent-revoked", "email-enabled", "email-disabled"])
    advance(60)
    #expect(try types().last == "consent-revoked")
  }

  @Test func `in its first attempt keeps the order of the events where the clock goes back meanwhile`() throws
  {
    for type in ["consent-revoked", "email-enabled", "email-disabled"] {
      send(type)
      world.clock.now -= 1
    }
    try world.catchUp()
    #expect(try types() == ["consent-revoked", "email-enabled", "email-disabled"])
  }

  private func types() throws -> [String?] {
    try world.receivers.posted.map { posted in
      let events = try world.verified(posted.payload)["events"]?.string ?? ""
      return try JSON(parsing: Array(events.utf8))["type"]?.string
    }
  }

  @Test func `can be made again, also after its end`() throws {
    world.receivers.answer(Self.url, [500])
    let id = send()["id"]?.string ?? ""
    advance(10 * 86400)
    world.receivers.answer(Self.url, [200])
    #expect(world.admin("POST", "notifications/\(id)/redeliver").json["state"] == "pending")
    try world.catchUp()
    #expect(first("state") == "delivered")
    #expect(world.admin("POST", "notifications/\(id)/redeliver").status == 200)
    try world.catchUp()
    #expect(first("attempts").array?.count == Delivery.gaps.count + 3)
    #expect(world.admin("POST", "notifications/nothing/redeliver").status == 404)
  }

  @Test func `made again goes where the app group's endpoint is now, unless it was named by hand`() throws {
    let registered = send()["id"]?.string ?? ""
    let named = send(url: "https://elsewhere.example/x")["id"]?.string ?? ""
    try world.catchUp()
    world.register(notificationURL: "https://new.example/apple")
    for id in [registered, named] { _ = world.admin("POST", "notifications/\(id)/redeliver") }
    try world.catchUp()
    #expect(
      world.receivers.posted.map(\.url) == [
        Self.url, "https://elsewhere.example/x", "https://new.example/apple", "https://elsewhere.example/x",
      ])
  }

  @Test func `is found by every field, after another, and the newest of them`() throws {
    let one = send()
    let two = send("email-enabled", url: "https://elsewhere.example/x")
    try world.catchUp()
    for field in ["id", "jti", "type", "url"] {
      let text = two[field]?.string ?? ""
      #expect(world.deliveries("?\(field)=\(text)").map { $0["id"] } == [two["id"] ?? .null], "\(field)")
    }
    for query in [
      "state=delivered", "client_id=com.example.app", "account=jane", "sub=\(one["sub"]?.string ?? "")",
    ] {
      #expect(world.deliveries("?" + query).count == 2, "\(query)")
    }
    #expect(world.deliveries("?after=\(one["id"]?.string ?? "")").map { $0["id"] } == [two["id"] ?? .null])
    #expect(world.deliveries("?limit=1").map { $0["id"] } == [two["id"] ?? .null])
    #expect(world.admin("GET", "notifications?after=nothing").status == 400)
    for query in ["colour=red", "state=lost", "type=consent-withdrawn"] {
      #expect(world.admin("GET", "notifications?" + query).status == 400)
    }
  }

  @Test func `can be waited for`() async throws {
    let world = world
    async let found = onThread { world.deliveries("?wait=60&state=delivered&count=2") }
    send()
    send()
    try world.catchUp()
    #expect(await found.count == 2)
    #expect(world.deliveries("?wait=0&count=9").count == 2)
  }

  @Test func `is dropped or held back by a planned fault`() throws {
    let fault: JSON = [
      "endpoint": "notifications", "effect": ["type": "status", "status": 503], "times": 1,
      "match": ["client_id": "com.example.app"],
    ]
    #expect(world.admin("POST", "faults", fault).status == 201)
    send()
    try world.catchUp()
    #expect(world.receivers.posted.isEmpty)
    #expect((first("attempts").array ?? []).first?["status"] == 503)
    let delay: JSON = ["endpoint": "notifications", "effect": ["type": "delay", "milliseconds": 1500]]
    #expect(world.admin("POST", "faults", delay).status == 201)
    advance(60)
    #expect(world.receivers.posted.map(\.delay) == [1500])
    let wrong: JSON = ["endpoint": "notifications", "effect": ["type": "reset"]]
    #expect(world.admin("POST", "faults", wrong).json["errors"]?.array?.first?["field"] == "effect.type")
    let any: JSON = ["endpoint": "*", "effect": ["type": "status", "status": 503]]
    #expect(world.admin("POST", "faults", any).status == 201)
    send()
    try world.catchUp()
    #expect(world.receivers.posted.count == 2)
  }

  @Test func `survives the process, and is due at once where it fell due meanwhile`() throws {
    let folder = Folder()
    let path = folder.file("store.db")
    do {
      let world = try World(path: path)
      world.register()
      world.receivers.answer(Self.url, [500])
      _ = world.signIn()
      _ = world.admin("DELETE", "accounts/jane/consents/com.example.app")
      try world.catchUp()
      _ = world.admin("DELETE", "accounts/john")
      _ = world.admin(
        "POST", "notifications",
        ["account": "max", "client_id": "com.example.app", "type": "consent-revoked"])
    }
    let later = World.start + 5 * 86400
    let world = try World(path: path, at: later)
    world.receivers.answer(Self.url, [500, 200])
    try world.catchUp()
    let log = world.deliveries()
    #expect(log.map { $0["account"] } == ["jane", "max"])
    #expect(log.map { $0["attempts"]?.array?.count } == [2, 1])
    #expect(log[0]["attempts"]?.array?.last?["at"] == .int(later))
    #expect(log.contains { $0["state"] == "retrying" } && log.contains { $0["state"] == "delivered" })
  }

  @Test func `is forgotten by a reset, and goes with a snapshot`() throws {
    world.receivers.answer(Self.url, [500])
    send()
    try world.catchUp()
    let snapshot = world.admin("GET", "snapshot").json
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.deliveries().isEmpty)
    advance(600)
    #expect(world.receivers.posted.count == 1)
    #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
    world.receivers.answer(Self.url, [200])
    advance(600)
    #expect(world.receivers.posted.count == 2)
    #expect(first("state") == "delivered")
  }

  @Test func `that has ended is forgotten after a week`() throws {
    send()
    try world.catchUp()
    world.receivers.answer(Self.url, [500])
    advance(6 * 86400)
    #expect(world.deliveries().count == 1)
    advance(2 * 86400)
    #expect(world.deliveries().isEmpty)
  }
}
