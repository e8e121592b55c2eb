import AppleID
import JSON
import Provider
import Store
import TestSupport
import Testing

/// What is held in memory beside the rows follows them, and never goes ahead of them.
@Suite struct `A store that fails` {
  let world: World
  static let url = "https://backend.example/apple"
  init() throws {
    world = try World()
    world.register()
  }

  private func send() -> String {
    let body: JSON = ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"]
    return world.admin("POST", "notifications", body).json["id"]?.string ?? ""
  }

  private func redeliver(_ id: String) -> Int { world.admin("POST", "notifications/\(id)/redeliver").status }

  @Test func `sends nothing again that it did not take down`() throws {
    let id = send()
    try world.catchUp()
    #expect(world.receivers.posted.count == 1)
    try world.provider.store.fail(onUpdateOf: "notification")
    #expect(redeliver(id) == 500)
    try world.provider.store.heal()
    try world.catchUp()
    #expect(world.receivers.posted.count == 1)
    #expect(world.deliveries().last?["state"] == "delivered")
    #expect(redeliver(id) == 200)
    try world.catchUp()
    #expect(world.receivers.posted.count == 2)
  }

  @Test func `sends nothing again whose transaction fails at its end`() throws {
    let id = send()
    try world.catchUp()
    try world.provider.store.failCommit(afterUpdateOf: "notification")
    #expect(redeliver(id) == 500)
    try world.provider.store.heal()
    try world.catchUp()
    #expect(world.receivers.posted.count == 1)
  }

  @Test func `keeps a retry planned whose redelivery it did not take down`() throws {
    world.receivers.answer(Self.url, [500, 200])
    let id = send()
    try world.catchUp()
    try world.provider.store.fail(onUpdateOf: "notification")
    #expect(redeliver(id) == 500)
    try world.provider.store.heal()
    try world.catchUp()
    #expect(world.receivers.posted.count == 1)
    _ = world.admin("POST", "clock/advance", ["seconds": 60])
    #expect(world.receivers.posted.count == 2)
    #expect(world.deliveries().last?["state"] == "delivered")
  }

  @Test(arguments: ["reset", "snapshot"], [true, false])
  func `forgets nothing by a failed`(call: String, atCommit: Bool) throws {
    world.receivers.answer(Self.url, [500, 200])
    let snapshot = world.admin("GET", "snapshot").json
    _ = send()
    try world.catchUp()
    if atCommit {
      try world.provider.store.failCommit(afterInsertInto: "account")
    } else {
      try world.provider.store.fail(onInsertInto: "account")
    }
    let answer =
      call == "reset" ? world.admin("POST", "reset") : world.admin("PUT", "snapshot", snapshot)
    #expect(answer.status >= 400)
    try world.provider.store.heal()
    // Chance goes on, too: what is drawn now was not drawn before.
    #expect(Set((1...3).map { _ in world.code() }).count == 3)
    let tokens = (1...3).map { _ in try? world.redeem(world.code()).json["refresh_token"]?.string }
    #expect(Set(tokens).count == 3)
    _ = world.admin("POST", "clock/advance", ["seconds": 60])
    #expect(world.receivers.posted.count == 2)
    #expect(world.deliveries().last?["state"] == "delivered")
  }

  @Test func `sends once what is sent again before it was taken up`() throws {
    let ids = (1...5).map { _ in send() }
    for id in ids { #expect(redeliver(id) == 200) }
    try world.catchUp()
    #expect(Set(world.receivers.posted.map(\.payload)).count == 5)
    #expect(world.receivers.posted.count == 5)
  }
}
