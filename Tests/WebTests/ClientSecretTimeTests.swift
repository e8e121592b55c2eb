import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The dates of a client secret` {
  let world: World
  let now = World.start
  init() throws { world = try World() }

  private func secret(_ claims: (String, JSON?)...) throws -> String { try world.secret(claims: claims) }

  @Test(.holds(.clientSecretExpMissing), arguments: [nil, JSON.null, "1800003600", true])
  func `need an exp that is a number`(exp: JSON?) throws {
    try world.expectRefusal(
      of: secret(("exp", exp)), by: .clientSecretExpMissing, hint: "client_secret has no exp")
  }

  @Test(.holds(.clientSecretIatMissing), arguments: [nil, JSON.null, "1800000000", []])
  func `need an iat that is a number`(iat: JSON?) throws {
    try world.expectRefusal(
      of: secret(("iat", iat)), by: .clientSecretIatMissing, hint: "client_secret has no iat")
  }

  @Test(arguments: [1, 2, 60, 15_776_999, 15_777_000])
  func `are good up to an exp 15 777 000 s ahead`(ahead: Int) throws {
    try world.expectAcceptance(of: secret(("exp", .int(now + ahead))))
  }

  @Test(.holds(.clientSecretExpTooFar))
  func `are too far one second later`() throws {
    let secret = try secret(("exp", .int(now + 15_777_001)))
    try world.expectRefusal(of: secret, by: .clientSecretExpTooFar, hint: "That is 1 s too far.")
    let hint = try world.redeem(world.code(), [("client_secret", secret)]).hint
    #expect(
      hint.hasPrefix("client_secret exp is 182.6 days ahead; Apple allows 15777000 s (182.6 days)."),
      "\(hint)")
  }

  @Test(.holds(.clientSecretExpTooFar))
  func `are too far half a second later`() throws {
    try world.expectRefusal(
      of: secret(("exp", .double(15_777_000.5 + Double(now)))), by: .clientSecretExpTooFar,
      hint: "Apple allows 15777000 s")
  }

  @Test(.holds(.clientSecretExpTooFar))
  func `are too far with six calendar months`() throws {
    try world.expectRefusal(
      of: secret(("exp", .int(now + 183 * 86400))), by: .clientSecretExpTooFar,
      hint: "client_secret exp is 183.0 days ahead; Apple allows 15777000 s (182.6 days).")
  }

  @Test func `are measured from Apple's clock, not from iat`() throws {
    let late = try secret(("iat", .int(now - 86400)), ("exp", .int(now - 86400 + 15_777_000 + 3600)))
    try world.expectAcceptance(of: late)
  }

  @Test(.holds(.clientSecretExpired), arguments: [0, 1, 3600, 20_000_000])
  func `have expired at exp`(ago: Int) throws {
    try world.expectRefusal(
      of: secret(("iat", .int(now - ago - 60)), ("exp", .int(now - ago))), by: .clientSecretExpired,
      hint: "client_secret expired \(ago) s")
  }

  @Test(.holds(.clientSecretIatInFuture))
  func `forgive an iat five seconds ahead, not six`() throws {
    try world.expectAcceptance(of: secret(("iat", .int(now + 5))))
    try world.expectRefusal(
      of: secret(("iat", .int(now + 6))), by: .clientSecretIatInFuture,
      hint: "client_secret iat is 6 s in the future")
  }

  @Test(.holds(.clientSecretIatInFuture), arguments: [0, 1, 60, 100_000])
  func `forgive an iat by secret_skew_s`(skew: Int) throws {
    #expect(world.set("secret_skew_s", .int(skew)).status == 200)
    try world.expectAcceptance(of: secret(("iat", .int(now + skew))))
    try world.expectRefusal(
      of: secret(("iat", .int(now + skew + 1))), by: .clientSecretIatInFuture, hint: "in the future")
  }

  @Test(.holds(.clientSecretExpired))
  func `never forgive a passed exp by secret_skew_s`() throws {
    world.set("secret_skew_s", 100)
    try world.expectRefusal(
      of: secret(("exp", .int(now))), by: .clientSecretExpired, hint: "client_secret expired")
  }

  @Test func `may have fractions`() throws {
    try world.expectAcceptance(
      of: secret(("iat", .double(Double(now) - 0.25)), ("exp", .double(Double(now) + 3600.75))))
    try world.expectAcceptance(of: secret(("iat", .double(Double(now) + 4.9)), ("exp", 1.8000036e9)))
  }

  @Test(.holds(.clientSecretIatInFuture))
  func `in milliseconds are recognised`() throws {
    try world.expectRefusal(
      of: secret(("iat", .int(now * 1000)), ("exp", .int(now * 1000 + 3_600_000))),
      by: .clientSecretIatInFuture, hint: "It looks like milliseconds; JWT wants seconds.")
    try world.expectRefusal(
      of: secret(("exp", .int(now * 1000))), by: .clientSecretExpTooFar,
      hint: "It looks like milliseconds; JWT wants seconds.")
  }

  @Test(arguments: [1e300, 9.3e18, 1.7e308, -1e300] as [Double])
  func `of any size are answered`(number: Double) throws {
    let rules: (iat: Rule?, exp: Rule) =
      number > 0 ? (.clientSecretIatInFuture, .clientSecretExpTooFar) : (nil, .clientSecretExpired)
    try world.expectRefusal(of: secret(("exp", .double(number))), by: rules.exp, hint: "client_secret exp")
    if let iat = rules.iat {
      try world.expectRefusal(of: secret(("iat", .double(number))), by: iat, hint: "too many s in the future")
    }
  }

  @Test func `are told in days by explain`() throws {
    let half = try world.explanation(of: secret(("exp", .int(now + 43_200))))
    #expect(half["days_left"] == 0.5)
    let gone = try world.explanation(of: secret(("exp", .int(now - 864_000))))
    #expect(gone["days_left"] == -10.0)
  }
}
