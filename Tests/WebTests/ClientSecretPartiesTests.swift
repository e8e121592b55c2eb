import AppleID
import Crypto
import JSON
import Provider
import TestSupport
import Testing

@Suite struct `The parties of a client secret` {
  let world: World
  init() throws { world = try World() }

  @Test(.holds(.clientSecretKidMissing), arguments: [nil, 1, JSON.null, [], false])
  func `need a kid`(kid: JSON?) throws {
    try world.expectRefusal(
      of: world.secret(header: [("kid", kid)]), by: .clientSecretKidMissing, hint: "client_secret has no kid")
  }

  @Test(.holds(.clientSecretKidUnknown), arguments: ["KEY0000009", "key0000001", "", "KEY0000001 "])
  func `need a registered kid`(kid: String) throws {
    try world.expectRefusal(
      of: world.secret(header: [("kid", .string(kid))]), by: .clientSecretKidUnknown,
      hint: "client_secret kid \(kid) is no registered Key ID.")
  }

  @Test(.holds(.clientSecretKeyRevoked))
  func `need a live key`() throws {
    #expect(world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001").status == 204)
    try world.expectRefusal(
      of: world.secret(), by: .clientSecretKeyRevoked, hint: "client_secret kid KEY0000001 is a revoked key")
  }

  @Test(.holds(.clientSecretKeyOfAnotherGroup))
  func `need a key of the app's group`() throws {
    let second = try addKey(to: "com.example.second")
    let secret = try world.secret(header: [("kid", "KEY0000002")], key: second)
    try world.expectRefusal(
      of: secret, by: .clientSecretKeyOfAnotherGroup,
      hint: "kid KEY0000002 is for the group of com.example.second; com.example.app is of the group of "
        + "com.example.app.")
    let own = try world.secret("com.example.second", header: [("kid", "KEY0000002")], key: second)
    try world.expectAcceptance(of: own, client: "com.example.second")
  }

  @Test(.shows(.secretOfTheGroup)) func `may be an app's key and a service of its group`() throws {
    let key = try addKey(to: "com.example.app")
    let secret = try world.secret("com.example.web", header: [("kid", "KEY0000002")], key: key)
    try world.expectAcceptance(of: secret, client: "com.example.web")
  }

  /// Registers KEY0000002 for one primary app, which is made where it is new.
  private func addKey(to app: String) throws -> ECPrivateKey {
    _ = world.admin("POST", "clients", ["client_id": .string(app), "team_id": "TEAM000001", "kind": "app"])
    let key = try ECPrivateKey.generate()
    let answer = world.admin(
      "POST", "teams/TEAM000001/keys",
      [
        "key_id": "KEY0000002", "public_key": .string(try key.publicKey.pem()), "apps": [.string(app)],
      ])
    #expect(answer.status == 201)
    return key
  }

  @Test(.holds(.clientSecretIssMissing), arguments: [nil, 1, JSON.null, ["TEAM000001"]])
  func `need an iss`(iss: JSON?) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("iss", iss)]), by: .clientSecretIssMissing, hint: "client_secret has no iss")
  }

  @Test(
    .holds(.clientSecretIssMismatch),
    arguments: ["TEAM000002", "team000001", "TEAM000001.com.example.app", ""])
  func `need the Team ID as iss`(iss: String) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("iss", .string(iss))]), by: .clientSecretIssMismatch,
      hint: "client_secret iss is \(iss), but the Team ID of the key and the client is TEAM000001.")
  }

  @Test(.holds(.clientSecretIssMismatch))
  func `need the key of the client's team`() throws {
    try world.expectRefusal(
      of: world.secret("com.example.other"), by: .clientSecretIssMismatch, hint: "is TEAM000002.",
      client: "com.example.other")
  }

  @Test(.holds(.clientSecretSubMissing), arguments: [nil, 1, JSON.null, ["com.example.app"]])
  func `need a sub`(sub: JSON?) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("sub", sub)]), by: .clientSecretSubMissing, hint: "client_secret has no sub")
  }

  @Test(
    .holds(.clientSecretSubMismatch),
    arguments: [
      ("com.example.web", "but client_id is com.example.app."),
      ("com.example.App", "Only upper and lower case differ."), ("", "but client_id is com.example.app."),
      ("TEAM000001.com.example.app", "but client_id is com.example.app."),
    ])
  func `need client_id as sub, letter for letter`(sub: String, hint: String) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("sub", .string(sub))]), by: .clientSecretSubMismatch, hint: hint)
  }

  @Test(.holds(.clientSecretAudMissing), arguments: [nil, 1, JSON.null, []])
  func `need an aud`(aud: JSON?) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("aud", aud)]), by: .clientSecretAudMissing, hint: "client_secret has no aud")
  }

  @Test(
    .holds(.clientSecretAudMismatch),
    arguments: [
      "https://appleid.apple.com/", "http://appleid.apple.com", "https://account.apple.com",
      "appleid.apple.com", "https://appleid.apple.com/auth/token", "", ["https://account.apple.com"],
    ] as [JSON])
  func `need Apple as aud`(aud: JSON) throws {
    try world.expectRefusal(
      of: world.secret(claims: [("aud", aud)]), by: .clientSecretAudMismatch,
      hint: "; it must be https://appleid.apple.com.")
  }

  @Test(
    arguments: [
      ["https://appleid.apple.com"], ["https://example.com", "https://appleid.apple.com"],
    ] as [JSON])
  func `may have Apple in a list as aud`(aud: JSON) throws {
    try world.expectAcceptance(of: world.secret(claims: [("aud", aud)]))
  }

  @Test func `may have the issuer as aud where it is another than Apple`() throws {
    let world = try World(issuer: .fixed("https://id.example.com"))
    try world.expectAcceptance(of: world.secret(claims: [("aud", "https://id.example.com")]))
    try world.expectAcceptance(of: world.secret())
    try world.expectRefusal(
      of: world.secret(claims: [("aud", "https://example.com")]), by: .clientSecretAudMismatch,
      hint: "it must be https://appleid.apple.com or https://id.example.com.")
  }
}
