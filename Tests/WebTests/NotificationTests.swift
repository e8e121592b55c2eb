import AppleID
import JOSE
import JSON
import Provider
import TestSupport
import Testing

@Suite struct `A notification` {
  let world: World

  init() throws {
    world = try World()
    world.register()
    _ = world.signIn(account: "john", client: "com.example.web")
  }

  static let acts: [(method: String, path: String, body: JSON?, type: String)] = [
    ("DELETE", "accounts/john/consents/com.example.app", nil, "consent-revoked"),
    ("DELETE", "accounts/john", nil, "account-delete"),
    ("PUT", "accounts/john/forwarding/TEAM000001", ["enabled": false], "email-disabled"),
  ]

  /// The claims of what was posted, its signature verified against the key set.
  private func claims(_ index: Int = 0) throws -> JSON {
    try world.verified(world.receivers.posted[index].payload)
  }

  @Test(.shows(.notificationRequest), arguments: acts)
  func `tells the endpoint of the app group what the person did`(
    method: String, path: String, body: JSON?, type: String
  ) throws {
    let sub = world.signIn(account: "john").json["user"]
    #expect(world.admin(method, path, body).status < 300)
    try world.catchUp()
    let posted = try #require(world.receivers.posted.first)
    #expect(world.receivers.posted.count == 1)
    #expect(posted.url == "https://backend.example/apple")
    #expect(try JSON(parsing: posted.body).members?.map(\.name) == ["payload"])
    let claims = try claims()
    #expect(claims.members?.map(\.name) == ["iss", "aud", "exp", "iat", "events", "jti"])
    let event = try JSON(parsing: Array((claims["events"]?.string ?? "").utf8))
    #expect(event["type"]?.string == type)
    #expect(event["event_time"] == .int(World.start * 1000))
    let log = try #require(world.deliveries("?state=delivered").first)
    #expect(log["sub"] == sub && event["sub"] == sub)
    #expect(log["type"]?.string == type && log["account"] == "john" && log["claims"] == claims)
    #expect(log["attempts"]?.array?.count == 1 && log["attempts"]?.array?.first?["status"] == 200)
  }

  @Test(.shows(.notificationClaims)) func `has Apple's header, audience, lifetime and jti`() throws {
    _ = world.admin("DELETE", "accounts/john/consents/com.example.app")
    try world.catchUp()
    let jws = try JWS(compact: world.receivers.posted[0].payload)
    #expect(jws.header.members?.map(\.name) == ["kid", "alg"])
    let claims = try claims()
    #expect(claims["aud"] == "com.example.web" && claims["iss"] == "https://appleid.apple.com")
    #expect(claims["exp"] == .int(World.start + 86400))
    #expect(claims["jti"]?.string?.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil)
  }

  @Test(arguments: [("client", "com.example.web"), ("primary", "com.example.app")])
  func `names the audience that the switch says`(value: String, aud: String) throws {
    world.set("notification_audience", .string(value))
    _ = world.admin("DELETE", "accounts/john/consents/com.example.app")
    try world.catchUp()
    #expect(try claims()["aud"]?.string == aud)
  }

  @Test(.shows(.deletionSpelling), arguments: ["account-delete", "account-deleted"])
  func `spells the deletion as the switch says`(value: String) throws {
    world.set("deletion_event", .string(value))
    #expect(world.admin("DELETE", "accounts/john").status == 204)
    #expect(world.deliveries().map { $0["type"] } == [.string(value)])
  }

  @Test(.shows(.notificationForwarding)) func `about forwarding goes only where that changes something`()
    throws
  {
    for (enabled, sent) in [(true, 0), (false, 1), (false, 1), (true, 2)] {
      _ = world.admin("PUT", "accounts/john/forwarding/TEAM000001", ["enabled": .bool(enabled)])
      #expect(world.deliveries().count == sent)
    }
    _ = world.admin("PUT", "accounts/john/forwarding/TEAM000002", ["enabled": false])
    _ = world.signIn(account: "jane")
    _ = world.admin("PUT", "accounts/jane/forwarding/TEAM000001", ["enabled": false])
    #expect(world.deliveries().map { $0["type"] } == ["email-disabled", "email-enabled"])
    try world.catchUp()
    let event = try JSON(parsing: Array((claims(1)["events"]?.string ?? "").utf8))
    #expect(event["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
    #expect(event["is_private_email"] == "true")
  }

  /// A managed account shows its own address, and who has none has nothing to hide.
  @Test(arguments: [["id": "mia", "email": "mia@school.example", "org_id": "org"], ["id": "mia"]] as [JSON])
  func `about forwarding goes nowhere without a relay address`(account: JSON) throws {
    #expect(world.admin("POST", "accounts", account).status == 201)
    let signIn: JSON = ["account": "mia", "client_id": "com.example.app", "hide_email": true]
    #expect(world.admin("POST", "sign-ins", signIn).json["email"] == account["email"] ?? .null)
    _ = world.admin("PUT", "accounts/mia/forwarding/TEAM000001", ["enabled": false])
    #expect(world.deliveries().isEmpty)
  }

  @Test func `tells every app group that the person uses of a deletion, in one order`() throws {
    _ = world.signIn(account: "john", client: "com.example.other")
    _ = world.admin("PATCH", "clients/com.example.other", ["notification_url": "https://other.example/n"])
    #expect(world.admin("DELETE", "accounts/john").status == 204)
    try world.catchUp()
    #expect(
      world.receivers.posted.map(\.url) == ["https://backend.example/apple", "https://other.example/n"])
    #expect(Set(world.deliveries().map { $0["sub"]?.string }).count == 2)
  }

  @Test(arguments: [(true, 1), (false, 0)])
  func `follows a revocation by the app only where the switch says so`(value: Bool, sent: Int) throws {
    world.set("revoke_notifies", .bool(value))
    let token = try world.redeem(world.code(account: "john")).json["refresh_token"]?.string ?? ""
    let form = [
      ("client_id", "com.example.app"), ("client_secret", try world.secret()), ("token", token),
    ]
    #expect(world.post("/auth/revoke", form).status == 200)
    #expect(world.deliveries().count == sent)
  }

  @Test(.shows(.notificationEndpoint))
  func `goes nowhere where the app group has no endpoint, and the log says so`()
    throws
  {
    _ = world.admin("PATCH", "clients/com.example.app", ["notification_url": .null])
    _ = world.admin("DELETE", "accounts/john/consents/com.example.app")
    try world.catchUp()
    #expect(world.receivers.posted.isEmpty)
    let log = try #require(world.deliveries().first)
    #expect(log["state"] == "no_endpoint" && log["url"] == .null && log["next_attempt_at"] == .null)
    _ = world.admin("DELETE", "accounts/john")
    #expect(world.receivers.posted.isEmpty)
    // Who watches is told, too, and once.
    let told = world.provider.events.events(after: 0).filter { $0.kind == .delivery }.map(\.data)
    #expect(told.map { $0["state"] } == ["no_endpoint"] && told.first?["id"] == log["id"])
    let path = "notifications/\(log["id"]?.string ?? "")/redeliver"
    #expect(world.admin("POST", path).status == 409)
    world.register()
    #expect(world.admin("POST", path).json["state"] == "pending")
    try world.catchUp()
    #expect(world.deliveries().first?["state"] == "delivered")
  }

  @Test func `is not sent where nothing was changed`() {
    #expect(world.admin("DELETE", "accounts/jane/consents/com.example.app").status == 404)
    #expect(world.admin("DELETE", "accounts/nobody").status == 404)
    #expect(world.admin("PUT", "accounts/john/forwarding/NOBODY", ["enabled": false]).status == 404)
    #expect(world.deliveries().isEmpty)
  }
}
