import AppleID
import JSON
import Provider
import SQL
import TestSupport
import Testing

@testable import Store

/// What has happened in the future counts as now, and what is planned keeps its distance.
@Suite struct `After the clock was set back` {
  let world: World
  init() throws { world = try World() }

  private static let year = 365 * 86400
  private static let url = "https://backend.example/apple"

  private func advance(_ seconds: Int) throws {
    #expect(world.admin("POST", "clock/advance", ["seconds": .int(seconds)]).status == 200)
    try world.catchUp()
  }

  /// Each way back from a year ahead.
  enum Way: String, CaseIterable, Sendable { case delete, put, frozen }

  private func goBack(_ way: Way = .delete) throws {
    switch way {
    case .delete: #expect(world.admin("DELETE", "clock").status == 204)
    case .put: #expect(world.admin("PUT", "clock", ["now": .int(World.start)]).status == 200)
    case .frozen:
      #expect(world.admin("PUT", "clock", ["now": .int(World.start), "frozen": true]).status == 200)
      #expect(world.admin("PUT", "clock", ["frozen": false]).status == 200)
    }
    #expect(world.admin("GET", "clock").json["now"] == .int(World.start))
    try world.catchUp()
  }

  private func send(_ more: [JSON.Member] = []) {
    let body = [
      JSON.Member("account", "jane"), JSON.Member("client_id", "com.example.app"),
      JSON.Member("type", "consent-revoked"),
    ]
    #expect(world.admin("POST", "notifications", .object(body + more)).status == 201)
  }

  private var next: Int { world.deliveries().last?["next_attempt_at"]?.int ?? -1 }

  @Test(arguments: Way.allCases) func `what has ended is forgotten as before`(way: Way) throws {
    try advance(Self.year)
    let future = world.code()
    try goBack(way)
    let code = world.code()
    try advance(8 * 86400)
    for code in [code, future] {
      let hint = try world.redeem(code).hint
      #expect(hint.contains("was forgotten"), "\(hint)")
    }
  }

  @Test func `what has ended is forgotten after a reset, too`() throws {
    try advance(Self.year)
    #expect(world.admin("POST", "reset").status == 200)
    let code = world.code()
    try advance(9 * 86400)
    #expect(try world.provider.store.read { try $0.authorizationCode(code) } == nil)
  }

  @Test func `what has ended is forgotten where the machine's own clock was set back`() throws {
    world.clock.now += Self.year
    let (future, now) = (world.code(), world.context.now)
    try world.catchUp()
    world.clock.now -= Self.year
    try world.catchUp()
    // The next hourly run sees it as of then.
    try advance(3601)
    #expect(now > world.context.now)
    let code = world.code()
    try advance(8 * 86400)
    for code in [future, code] {
      #expect(try world.provider.store.read { try $0.authorizationCode(code) } == nil)
    }
  }

  @Test(.holds(.codeExpired)) func `a code lives for five minutes more, and no longer`() throws {
    try advance(Self.year)
    let codes = (1...2).map { _ in world.code() }
    try goBack()
    try advance(300)
    #expect(try world.redeem(codes[0]).status == 200)
    try advance(1)
    #expect(try world.redeem(codes[1]).hint.contains("expired"))
  }

  @Test(.holds(.rateLimited)) func `a refresh token may be verified again a day later`() throws {
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    try advance(Self.year)
    #expect(try world.refresh(token).status == 200)
    try goBack()
    let limited = try world.refresh(token)
    #expect(limited.status == 429)
    #expect(limited.header("Retry-After") == "86400")
    let uses = world.admin("GET", "rate-limits").json["rate_limits"]?.array?.first?["uses"]?.array
    #expect(uses?.first?["started_at"] == .int(World.start))
    try advance(86400)
    #expect(try world.refresh(token).status == 200)
  }

  @Test func `a fault ends when its time is over`() throws {
    try advance(Self.year)
    let fault: JSON = ["endpoint": "keys", "effect": ["type": "status", "status": 503], "expires_in_s": 60]
    #expect(world.admin("POST", "faults", fault).status == 201)
    try goBack()
    #expect(world.get("/auth/keys").status == 503)
    try advance(60)
    #expect(world.get("/auth/keys").status == 200)
  }

  @Test func `a transfer's sixty days begin anew`() throws {
    let transfer = world.admin(
      "POST", "transfers", ["client_id": "com.example.app", "to_team": "TEAM000002"])
    let id = transfer.json["id"]?.string ?? ""
    try advance(Self.year)
    #expect(world.admin("POST", "transfers/\(id)/accept").status == 200)
    try goBack()
    let closesAt = world.admin("GET", "transfers").json["transfers"]?.array?.first?["closes_at"]
    #expect(closesAt == .int(World.start + 60 * 86400))
  }

  @Test(arguments: Way.allCases) func `a retry is as far away as it was`(way: Way) throws {
    world.register()
    world.receivers.answer(Self.url, [500, 500, 200])
    try advance(Self.year)
    send()
    try world.catchUp()
    try advance(20)
    try goBack(way)
    #expect(next == World.start + 40)
    try advance(39)
    #expect(world.receivers.posted.count == 1)
    try advance(1)
    #expect(world.receivers.posted.count == 2)
    #expect(next == World.start + 40 + 300)
    try advance(300)
    #expect(world.deliveries().last?["state"] == "delivered")
  }

  @Test func `a notification that is to be late is as far away as it was`() throws {
    world.register()
    try advance(Self.year)
    send([JSON.Member("delay_s", 600)])
    try advance(100)
    try goBack()
    #expect(next == World.start + 500)
    try advance(499)
    #expect(world.receivers.posted.isEmpty)
    try advance(1)
    #expect(world.receivers.posted.count == 1)
  }

  @Test func `an attempt that was under way counts as made now, and its retry follows a minute later`() throws
  {
    world.register()
    world.receivers.hold(Self.url)
    try advance(Self.year)
    send()
    try world.catchUp()
    try goBack()
    world.receivers.release(Self.url, 500)
    #expect(world.deliveries().last?["attempts"]?.array?.last?["at"] == .int(World.start))
    #expect(next == World.start + 60)
    try advance(60)
    #expect(world.receivers.posted.count == 2)
  }

  @Test func `the outbox of a file is planned as it is in memory`() throws {
    let folder = Folder()
    let path = folder.file("store.sqlite")
    do {
      let first = try World(path: path)
      first.register()
      first.receivers.answer(Self.url, [500])
      _ = first.admin("POST", "clock/advance", ["seconds": .int(Self.year)])
      _ = first.admin(
        "POST", "notifications",
        ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"])
      try first.catchUp()
      #expect(first.admin("DELETE", "clock").status == 204)
    }
    let second = try World(path: path)
    #expect(second.deliveries().last?["next_attempt_at"] == .int(World.start + 60))
    _ = second.admin("POST", "clock/advance", ["seconds": 60])
    #expect(second.receivers.posted.count == 1)
  }

  @Test func `or the machine's was while nobody served, what has happened counts as now`() throws {
    let folder = Folder()
    let path = folder.file("store.sqlite")
    var code = ""
    do { code = try World(path: path, at: World.start + Self.year).code() }
    let second = try World(path: path)
    second.clock.now += 301
    #expect(try second.redeem(code).hint.contains("expired"))
    #expect(
      second.admin("GET", "keys").json["keys"]?.array?.allSatisfy { $0["created_at"] == .int(World.start) }
        == true)
  }

  @Test func `every moment that a row holds is known, or follows with something else`() throws {
    let tables = Schema.tables
    let found = try world.provider.store.read { tx in
      try tables.flatMap { table in
        try tx.table(table).columns.filter { $0.name.hasSuffix("_at") }.map { table + "." + $0.name }
      }
    }
    let known = Transaction.moments.map { $0.table + "." + $0.column }
    let others = [
      "notification.created_at", "notification.next_attempt_at", "rate_use.started_at", "rate_use.ends_at",
      "signing_key.created_at",
    ]
    #expect(Set(found) == Set(known + others))
  }

  @Test func `nothing has moved where the store failed`() throws {
    world.register()
    world.receivers.answer(Self.url, [500])
    try advance(Self.year)
    send()
    try world.catchUp()
    let before = next
    try world.provider.store.fail(onUpdateOf: "notification")
    #expect(world.admin("DELETE", "clock").status == 500)
    #expect(world.admin("GET", "clock").json["offset_s"] == .int(Self.year))
    #expect(next == before)
    try world.provider.store.heal()
    try goBack()
    #expect(next == World.start + 60)
  }
}
