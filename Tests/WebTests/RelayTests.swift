import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A mail to a relay address` {
  let world: World
  let address: String

  init() throws {
    world = try World()
    address = world.signIn(account: "john", [JSON.Member("hide_email", true)]).json["email"]?.string ?? ""
    let sources: JSON = ["email_sources": ["example.com", "news@other.example"]]
    #expect(world.admin("PATCH", "clients/com.example.web", sources).status == 200)
  }

  func send(_ from: String, _ envelope: String? = nil, to: String? = nil) -> JSON {
    var mail: JSON = ["from": .string(from), "to": .string(to ?? address)]
    if let envelope { mail = mail.with("envelope_from", .string(envelope)) }
    return world.admin("POST", "relay-mail", mail).json
  }

  @Test(arguments: [
    ("shop@example.com", nil), ("shop@EXAMPLE.com", "bounce@example.com"),
    ("news@other.example", "bounce@other.example"),
  ])
  func `is forwarded from a registered sender`(from: String, envelope: String?) {
    let verdict = send(from, envelope)
    #expect(
      verdict == [
        "accepted": true, "smtp_code": 250, "smtp_text": "2.0.0 OK", "forwarded_to": "john@example.com",
        "reason": "forwarded",
      ])
  }

  @Test(arguments: [
    ("shop@mail.example.com", nil), ("shop@example.com", "bounce@mailer.example"),
    ("shop@elsewhere.example", nil),
    ("else@other.example", "news@other.example"), ("example.com", nil), ("a@b@example.com", nil),
  ])
  func `is refused from an unregistered one, with the envelope's address in the answer`(
    from: String, envelope: String?
  ) {
    let verdict = send(from, envelope)
    #expect(verdict["accepted"] == false && verdict["smtp_code"] == 550 && verdict["forwarded_to"] == .null)
    #expect(verdict["smtp_text"]?.string == "5.1.1 <\(envelope ?? from)>: unauthorized sender")
  }

  @Test func `is refused where forwarding is off, for every app of the team`() {
    #expect(world.admin("PUT", "accounts/john/forwarding/TEAM000001", ["enabled": false]).status == 200)
    #expect(send("shop@example.com")["reason"] == "forwarding_disabled")
    #expect(world.admin("PUT", "accounts/john/forwarding/TEAM000001", ["enabled": true]).status == 200)
    #expect(send("shop@example.com")["reason"] == "forwarded")
  }

  @Test func `is refused to an address that the relay has not given out, or whose person is gone`() {
    #expect(
      send("shop@example.com", to: "nobody0000@privaterelay.appleid.com")["reason"] == "unknown_address")
    #expect(
      send("shop@example.com", to: "nobody0000@privaterelay.appleid.com")["smtp_text"]
        == "5.7.1 Email rejected due to transformation error")
    #expect(send("shop@example.com", to: address.uppercased())["reason"] == "forwarded")
    _ = world.admin("DELETE", "accounts/john")
    #expect(send("shop@example.com")["reason"] == "forwarding_disabled")
  }

  @Test func `is one of a hundred a day`() {
    for _ in 1...100 { #expect(send("shop@example.com")["accepted"] == true) }
    #expect(send("shop@example.com")["reason"] == "daily_limit")
    world.clock.now += 86400
    #expect(send("shop@example.com")["accepted"] == true)
  }

  @Test func `needs a sender and an address; forwarding needs a person and a team`() {
    #expect(world.admin("POST", "relay-mail", ["from": "a@example.com"]).status == 400)
    #expect(world.admin("PUT", "accounts/nobody/forwarding/TEAM000001", ["enabled": true]).status == 404)
    #expect(world.admin("PUT", "accounts/john/forwarding/TEAM", ["enabled": true]).status == 404)
    #expect(world.admin("PUT", "accounts/john/forwarding/TEAM000001", [:]).status == 400)
  }
}
