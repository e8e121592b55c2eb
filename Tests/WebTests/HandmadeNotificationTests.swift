import AppleID
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `A notification by hand` {
  let world: World

  init() throws {
    world = try World()
    world.register()
  }

  private func send(_ more: [JSON.Member] = [], type: String = "consent-revoked") -> Answer {
    world.admin(
      "POST", "notifications",
      .object(
        [
          JSON.Member("account", "jane"), JSON.Member("client_id", "com.example.app"),
          JSON.Member("type", .string(type)),
        ] + more))
  }

  private func payload(_ index: Int = 0) -> String { world.receivers.posted[index].payload }

  @Test(arguments: NotificationEvent.Kind.allCases) func `goes out as its type is spelled`(
    kind: NotificationEvent.Kind
  ) throws {
    let sent = send(type: kind.rawValue)
    #expect(sent.status == 201 && sent.json["state"] == "pending" && sent.json["payload"] == .null)
    try world.catchUp()
    let claims = try world.verified(payload())
    let event = try JSON(parsing: Array((claims["events"]?.string ?? "").utf8))
    #expect(event["type"]?.string == kind.rawValue)
    #expect((event["email"] != nil) == kind.hasEmail)
    #expect(claims["aud"] == "com.example.app" && claims["jti"] == sent.json["jti"])
  }

  @Test(arguments: NotificationMutation.allCases) func `is broken in the one way that was asked for`(
    mutation: NotificationMutation
  ) throws {
    #expect(send([JSON.Member("mutation", .string(mutation.rawValue))]).status == 201)
    try world.catchUp()
    let jws = try JWS(compact: payload())
    let claims = try jws.claims()
    let isValid = (try? world.verified(payload())) != nil
    #expect(isValid == ![.badSignature, .unknownKid, .algNone].contains(mutation))
    #expect((claims["aud"] != "com.example.app") == (mutation == .wrongAudience))
    #expect((claims["iss"] != "https://appleid.apple.com") == (mutation == .wrongIssuer))
    #expect(((claims["exp"]?.int ?? 0) < World.start) == (mutation == .expired))
    #expect((claims["events"]?.members != nil) == (mutation == .eventsObject))
    #expect((jws.header["alg"] != "RS256") == (mutation == .algNone))
    #expect(world.deliveries().first?["mutation"]?.string == mutation.rawValue)
    let listed = world.admin("GET", "mutations?of=notification").json["mutations"]?.array ?? []
    #expect(listed.contains { $0["name"]?.string == mutation.rawValue })
  }

  @Test func `comes several times under one jti`() throws {
    let first = send([JSON.Member("copies", 3)]).json
    try world.catchUp()
    #expect(world.receivers.posted.count == 3)
    #expect(Set(try (0..<3).map { try world.verified(payload($0))["jti"]?.string }) == [first["jti"]?.string])
    #expect(Set(world.deliveries().map { $0["id"]?.string }).count == 3)
    #expect(world.deliveries().first?["id"] == first["id"])
  }

  @Test func `comes late, and holds up nothing that comes meanwhile`() throws {
    let late = send([JSON.Member("delay_s", 600)]).json
    #expect(late["next_attempt_at"] == .int(World.start + 600))
    _ = send(type: "email-enabled")
    try world.catchUp()
    #expect(world.deliveries("?state=delivered").map { $0["type"] } == ["email-enabled"])
    #expect(world.admin("POST", "clock/advance", ["seconds": 600]).status == 200)
    #expect(world.deliveries("?state=delivered").count == 2)
    #expect(world.receivers.posted.count == 2)
  }

  @Test func `goes to another receiver this once`() throws {
    _ = send([JSON.Member("url", "http://127.0.0.1:9/x")])
    _ = send()
    try world.catchUp()
    #expect(world.receivers.posted.map(\.url) == ["http://127.0.0.1:9/x", "https://backend.example/apple"])
  }

  @Test(
    arguments: [
      ("type", "consent-withdrawn", "must be one of email-disabled"), ("type", nil, "is missing"),
      ("account", "nobody", "there is no such account"), ("client_id", "nobody", "there is no such client"),
      ("url", "backend/apple", "must be an absolute URL"),
      ("url", "ftp://backend/apple", "must be an absolute URL"),
      ("mutation", "upside_down", "must be one of bad_signature"), ("copies", "3", "must be a whole number"),
    ] as [(String, String?, String)])
  func `is refused with the field that is wrong`(field: String, value: String?, message: String) throws {
    let good: JSON = ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"]
    let answer = world.admin("POST", "notifications", good.with(field, value.map { .string($0) }))
    #expect(answer.status == 400)
    let error = try #require(answer.json["errors"]?.array?.first)
    #expect(error["field"]?.string == field && error["message"]?.string?.contains(message) == true)
    #expect(world.deliveries().isEmpty)
  }

  @Test(arguments: [("copies", 0), ("copies", 1001), ("delay_s", -1), ("delay_s", 1_000_000_001)])
  func `is refused beyond its limits`(field: String, value: Int) {
    #expect(send([JSON.Member(field, .int(value))]).status == 400)
    #expect(world.deliveries().isEmpty)
  }
}
