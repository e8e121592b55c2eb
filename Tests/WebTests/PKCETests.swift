import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A code with a PKCE challenge` {
  /// RFC 7636 appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  let world: World
  init() throws { world = try World() }

  private func code(_ challenge: String = challenge, _ method: String? = "S256") -> String {
    world.code(
      [JSON.Member("code_challenge", .string(challenge))]
        + (method.map { [JSON.Member("code_challenge_method", .string($0))] } ?? []))
  }

  @Test(arguments: [
    (challenge, "S256", verifier), ("plain words", "plain", "plain words"),
    ("plain words", nil, "plain words"),
  ])
  func `is redeemed with its verifier`(challenge: String, method: String?, verifier: String) throws {
    #expect(try world.redeem(code(challenge, method), [("code_verifier", verifier)]).status == 200)
  }

  @Test(
    .holds(.codeVerifierWrong),
    arguments: [
      (challenge, "S256", challenge), (challenge, "S256", verifier + "x"), (challenge, "plain", verifier),
      (verifier, "S256", verifier), ("plain words", nil, "plain Words"),
    ])
  func `refuses another verifier`(challenge: String, method: String?, verifier: String) throws {
    expect(
      try world.redeem(code(challenge, method), [("code_verifier", verifier)]),
      is: #"{"error":"invalid_grant"}"#, by: .codeVerifierWrong, in: world)
  }

  @Test(.holds(.codeVerifierMissing), arguments: [nil, ""])
  func `refuses to go without one, and lives on`(verifier: String?) throws {
    let code = code()
    expect(
      try world.redeem(code, [("code_verifier", verifier)]), is: #"{"error":"invalid_grant"}"#,
      by: .codeVerifierMissing, in: world)
    #expect(try world.redeem(code, [("code_verifier", Self.verifier)]).status == 200)
  }

  @Test(.holds(.codeVerifierUnexpected)) func `is the only kind that takes a verifier`() throws {
    expect(
      try world.redeem(world.code(), [("code_verifier", Self.verifier)]), is: #"{"error":"invalid_grant"}"#,
      by: .codeVerifierUnexpected, in: world)
  }

  @Test(.holds(.codeVerifierWrong, .codeVerifierMissing), arguments: [nil, "wrong", verifier])
  func `is redeemed anyhow where pkce is ignored`(verifier: String?) throws {
    world.set("pkce", "ignored")
    #expect(try world.redeem(code(), [("code_verifier", verifier)]).status == 200)
    #expect(try world.redeem(world.code(), [("code_verifier", verifier)]).status == 200)
  }

  @Test(.holds(.codeVerifierMissing)) func `holds on the web, too`() throws {
    let code = world.code(
      client: "com.example.web",
      [
        JSON.Member("code_challenge", .string(Self.challenge)), JSON.Member("code_challenge_method", "S256"),
      ])
    expect(
      try world.redeem(code, client: "com.example.web"), is: #"{"error":"invalid_grant"}"#,
      by: .codeVerifierMissing, in: world)
    let good = try world.redeem(code, client: "com.example.web", [("code_verifier", Self.verifier)])
    #expect(good.status == 200)
  }
}
