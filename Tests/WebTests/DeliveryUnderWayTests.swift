import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A delivery that is under way` {
  let world: World
  static let url = "https://backend.example/apple"

  init() throws {
    world = try World()
    world.register()
    world.receivers.hold(Self.url)
  }

  @discardableResult private func send() -> String? {
    let body: JSON = ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"]
    return world.admin("POST", "notifications", body).json["id"]?.string
  }

  private var posted: Int { world.receivers.posted.count }

  @Test func `holds up the next first attempt by its answer, not by the clock`() throws {
    _ = world.admin("PUT", "clock", ["frozen": true])
    for _ in 1...3 { send() }
    try world.catchUp()
    #expect(posted == 1)
    for sent in 2...3 {
      world.receivers.release(Self.url, 200, milliseconds: 5000)
      try world.catchUp()
      #expect(posted == sent)
    }
    world.receivers.release(Self.url, 500, milliseconds: 5000)
    #expect(
      world.deliveries().map { $0["attempts"]?.array?.last?["at"] }
        == Array(repeating: .int(World.start), count: 3))
  }

  @Test func `leaves the next first attempt the moment at which it is made`() throws {
    for _ in 1...2 { send() }
    try world.catchUp()
    world.clock.now += 7
    world.receivers.release(Self.url, 200, milliseconds: 7000)
    try world.catchUp()
    world.receivers.release(Self.url, 500)
    #expect(world.deliveries().last?["attempts"]?.array?.last?["at"] == .int(World.start + 7))
  }

  @Test func `holds up nothing for longer where the clock is moved back`() throws {
    _ = world.admin("POST", "clock/advance", ["seconds": 864_000])
    for _ in 1...2 { send() }
    try world.catchUp()
    _ = world.admin("DELETE", "clock")
    send()
    for sent in 2...3 {
      world.receivers.release(Self.url, 500, milliseconds: 1000)
      try world.catchUp()
      #expect(posted == sent)
    }
  }

  /// What happens to the world between the attempt and its answer, and how many notifications are there after it.
  enum Upheaval: CaseIterable { case reset, snapshot }

  @Test(arguments: Upheaval.allCases)
  func `belongs to the world it was sent from`(upheaval: Upheaval) throws {
    let first = send()
    let snapshot = world.admin("GET", "snapshot").json
    try world.catchUp()
    switch upheaval {
    case .reset:
      _ = world.admin("POST", "reset")
      world.register()
      // Chance begins anew, too.
      #expect(send() == first)
    case .snapshot: _ = world.admin("PUT", "snapshot", snapshot)
    }
    try world.catchUp()
    #expect(posted == 2)
    world.receivers.release(Self.url, 200)
    #expect(world.deliveries().map { $0["attempts"] } == [[]])
    world.receivers.release(Self.url, 500)
    #expect(world.deliveries().map { $0["state"] } == ["retrying"])
    _ = world.admin("POST", "clock/advance", ["seconds": 60])
    #expect(posted == 3)
  }

  /// Each of many callers finds it under way, and leaves it, or over, and puts it in line again.
  @Test func `is sent again by who finds it over`() async throws {
    for _ in 1...20 {
      let id = send() ?? ""
      try world.catchUp()
      async let answers = [redeliver(id), redeliver(id), redeliver(id)]
      world.receivers.release(Self.url, 200)
      #expect(await answers.joined().allSatisfy { $0 == "pending" })
      try world.catchUp()
      world.receivers.release(Self.url, 200)
    }
  }

  private func redeliver(_ id: String) async -> [JSON?] {
    await onThread { [world] in
      (1...20).map { _ in world.admin("POST", "notifications/\(id)/redeliver").json["state"] }
    }
  }
}
