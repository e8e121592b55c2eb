import AppleID
import Crypto
import HTTP
import JSON
import Provider
import TestSupport
import Testing

@Suite struct `A verdict on a client secret` {
  let world: World
  let secret: String
  init() throws {
    world = try World()
    secret = try world.secret(claims: [("iat", .int(World.start + 3))])
    try world.expectAcceptance(of: secret)
  }

  @Test(.holds(.clientSecretExpired)) func `ends with the expiry`() throws {
    world.clock.now += 3599
    try world.expectAcceptance(of: secret)
    world.clock.now += 1
    try world.expectRefusal(of: secret, by: .clientSecretExpired, hint: "expired 0 s")
  }

  @Test(.holds(.clientSecretKeyRevoked)) func `ends with the revocation of the key`() throws {
    #expect(world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001").status == 204)
    try world.expectRefusal(of: secret, by: .clientSecretKeyRevoked, hint: "revoked key")
  }

  @Test(.holds(.clientUnknown)) func `ends with the client`() throws {
    #expect(world.admin("DELETE", "clients/com.example.app").status == 204)
    let answer = try world.redeem("c", [("client_secret", secret)])
    #expect(answer.text == #"{"error":"invalid_client"}"#)
    #expect(world.lastRequest["rule"] == "client_unknown")
  }

  @Test(.holds(.clientSecretExpired)) func `ends where the clock that stamps is moved past exp`() throws {
    #expect(world.admin("POST", "clock/advance", ["seconds": 4000]).status == 200)
    try world.expectAcceptance(of: secret)
    #expect(world.admin("PUT", "clock", ["stamps": "clock"]).status == 200)
    try world.expectRefusal(of: secret, by: .clientSecretExpired, hint: "expired 400 s")
  }

  @Test(.holds(.clientSecretIatInFuture)) func `ends where the real clock is set back before iat`() throws {
    world.clock.now -= 100
    try world.expectRefusal(of: secret, by: .clientSecretIatInFuture, hint: "103 s in the future")
  }

  @Test(.holds(.clientSecretIatInFuture)) func `ends where secret_skew_s shrinks`() throws {
    world.set("secret_skew_s", 0)
    try world.expectRefusal(of: secret, by: .clientSecretIatInFuture, hint: "3 s in the future")
  }

  @Test(.holds(.clientSecretSubMismatch)) func `is one for each client_id`() throws {
    try world.expectRefusal(
      of: secret, by: .clientSecretSubMismatch, hint: "but client_id is com.example.web",
      client: "com.example.web")
  }

  @Test(.holds(.clientSecretExpired)) func `ends with the leniency that forgave it`() throws {
    world.allow(["expired-secret"])
    world.clock.now += 4000
    #expect(try world.redeem(world.code(), [("client_secret", secret)]).status == 200)
    world.allow([])
    try world.expectRefusal(of: secret, by: .clientSecretExpired, hint: "expired 400 s")
  }

  @Test(.holds(.clientSecretIatInFuture)) func `reached by an older behaviour is not kept for a newer`()
    throws
  {
    let early = try world.secret(claims: [("iat", .int(World.start + 4))])
    let before = world.context
    world.set("secret_skew_s", 0)
    // As a request does that began before the switch was set and goes on after it.
    let parameters = try Parameters([
      ("grant_type", "authorization_code"), ("client_id", "com.example.app"), ("client_secret", early),
      ("code", world.code()),
    ])
    _ = try world.provider.token(TokenRequest(parameters), in: before)
    try world.expectRefusal(of: early, by: .clientSecretIatInFuture, hint: "4 s in the future")
  }

  @Test(.holds(.clientSecretAudMismatch)) func `is one for each issuer, where that is the address called`()
    throws
  {
    let world = try World(issuer: .itself)
    let secret = try world.secret(claims: [("aud", "http://localhost:8080")])
    func ask(_ host: String) throws -> String {
      let form = [
        ("grant_type", "authorization_code"), ("client_id", "com.example.app"), ("client_secret", secret),
        ("code", world.code()),
      ]
      let answer = world.post("/auth/token", form, headers: ["Host": host])
      return answer.status == 200 ? "" : answer.text
    }
    #expect(try ask("localhost:8080") == "")
    #expect(try ask("127.0.0.1:8080") == #"{"error":"invalid_client"}"#)
  }
}

@Suite struct `A leniency on client secrets` {
  @Test(
    .holds(.clientSecretExpired, .clientSecretExpTooFar),
    arguments: [
      (
        "expired-secret", -60, "client_secret_expired",
        "expired-secret: Apple would have refused this: client_secret expired 60 s ago;"
      ),
      (
        "long-secret", 15_777_001, "client_secret_exp_too_far",
        "long-secret: Apple would have refused this: client_secret exp is 182.6 days ahead;"
      ),
    ])
  func `lets a secret pass, and the journal says so`(
    leniency: String, ahead: Int, rule: String, text: String
  ) throws {
    let world = try World()
    let secret = try world.secret(claims: [("exp", .int(World.start + ahead))])
    #expect(try world.redeem(world.code(), [("client_secret", secret)]).status == 400)
    #expect(world.lastRequest["rule"] == .string(rule))
    #expect(world.allow([leniency]).status == 200)
    for _ in 1...2 {
      let answer = try world.redeem(world.code(), [("client_secret", secret)])
      #expect(answer.status == 200)
      #expect(answer.header("X-MockApple-Hint") == nil)
      let entry = world.lastRequest
      #expect(entry["rule"] == .null)
      #expect(entry["leniencies"]?.array?.count == 1)
      #expect(entry["leniencies"]?.array?.first?.string?.hasPrefix(text) == true, "\(entry.text())")
    }
  }

  @Test(.holds(.clientSecretExpired)) func `is the client's own`() throws {
    let world = try World()
    world.allow(["expired-secret"], client: "com.example.web")
    try world.expectRefusal(
      of: world.secret(claims: [("exp", .int(World.start - 1))]), by: .clientSecretExpired,
      hint: "expired 1 s")
  }

  @Test(.holds(.clientSecretSignatureWrong)) func `forgives no other fault beside`() throws {
    let world = try World()
    world.allow(["expired-secret", "long-secret"])
    let secret = try world.secret(claims: [("exp", .int(World.start - 1))], key: .generate())
    let answer = try world.redeem(world.code(), [("client_secret", secret)])
    #expect(answer.text == #"{"error":"invalid_client"}"#)
    #expect(world.lastRequest["rule"] == "client_secret_signature_wrong")
  }
}
