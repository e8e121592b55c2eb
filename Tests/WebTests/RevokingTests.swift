import AppleID
import Crypto
import JSON
import TestSupport
import Testing

extension World {
  /// Revokes with a good secret, or with other parameters laid over the good ones.
  func revoke(_ token: String, client: String = "com.example.app", _ over: [(String, String?)] = []) throws
    -> Answer
  {
    let good: [(String, String?)] = [
      ("client_id", client), ("client_secret", try secret(client)), ("token", token),
    ]
    let kept = good.filter { pair in !over.contains { $0.0 == pair.0 } }
    return post("/auth/revoke", (kept + over).compactMap { name, value in value.map { (name, $0) } })
  }
}

@Suite struct `Revoking` {
  let world: World
  let tokens: JSON
  private var refreshToken: String { tokens["refresh_token"]?.string ?? "" }
  init() throws {
    world = try World()
    tokens = try world.redeem(world.code()).json
  }

  private func expectNothing(_ answer: Answer, at sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.status == 200, sourceLocation: sourceLocation)
    #expect(answer.body.isEmpty, sourceLocation: sourceLocation)
    #expect(answer.header("Content-Type") == nil, sourceLocation: sourceLocation)
    #expect(answer.header("X-MockApple-Hint") == nil, sourceLocation: sourceLocation)
  }

  @Test(.holds(.refreshTokenRevoked), arguments: ["refresh_token", "access_token"])
  func `ends the tokens by either`(kind: String) throws {
    expectNothing(try world.revoke(tokens[kind]?.string ?? ""))
    #expect(try world.refresh(refreshToken).text == #"{"error":"invalid_grant"}"#)
  }

  @Test(arguments: ["refresh_token", "access_token", "id_token", "x", ""])
  func `ignores the hint`(hint: String) throws {
    expectNothing(try world.revoke(refreshToken, [("token_type_hint", hint)]))
    #expect(try world.refresh(refreshToken).status == 400)
  }

  @Test(.shows(.revokeQuiet)) func `is quiet about what was revoked, never was, or is no token`() throws {
    expectNothing(try world.revoke(refreshToken))
    let identity = tokens["id_token"]?.string ?? ""
    for text in [refreshToken, tokens["access_token"]?.string ?? "", "garbage", world.code(), identity] {
      expectNothing(try world.revoke(text))
      #expect(world.lastRequest["rule"] == .null)
      #expect(world.lastRequest["hint"]?.string?.hasPrefix("Nothing was revoked: ") == true)
    }
  }

  @Test func `by a code or an identity token changes nothing`() throws {
    let code = world.code()
    _ = try world.revoke(code)
    _ = try world.revoke(tokens["id_token"]?.string ?? "")
    #expect(try world.redeem(code).status == 200)
    #expect(try world.refresh(refreshToken).status == 200)
  }

  @Test func `by an access token older than an hour changes nothing`() throws {
    world.clock.now += 3600
    expectNothing(try world.revoke(tokens["access_token"]?.string ?? ""))
    #expect(try world.refresh(refreshToken).status == 200)
  }

  @Test(.shows(.revokeReachesGroup), .holds(.refreshTokenRevoked, .codeRevoked))
  func `reaches the whole app group, but no other`() throws {
    let web = try world.redeem(world.code(client: "com.example.web"), client: "com.example.web").json
    let waiting = world.code(client: "com.example.web")
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    let other = try world.redeem(world.code(client: "com.example.second"), client: "com.example.second").json
    let john = try world.redeem(world.code(account: "john")).json
    #expect(try world.revoke(refreshToken).status == 200)
    let token = web["refresh_token"]?.string ?? ""
    #expect(try world.refresh(token, client: "com.example.web").text == #"{"error":"invalid_grant"}"#)
    #expect(try world.redeem(waiting, client: "com.example.web").status == 400)
    #expect(world.lastRequest["rule"] == "code_revoked")
    #expect(
      try world.refresh(other["refresh_token"]?.string ?? "", client: "com.example.second").status == 200)
    #expect(try world.refresh(john["refresh_token"]?.string ?? "").status == 200)
  }

  @Test(.shows(.revokeMakesFirst)) func `makes the next sign-in a first one, with the same sub`() throws {
    let before = world.signIn().json
    #expect(before["email"] == .null)
    #expect(try world.revoke(refreshToken).status == 200)
    let after = world.signIn().json
    #expect(after["email"] == "jane@example.com")
    #expect(after["full_name"] == ["given_name": "Jane", "family_name": "Appleseed"])
    #expect(after["user"] == before["user"])
  }

  @Test(.holds(.revokedTokenOfAnotherClient)) func `is for the client of the token, also within the group`()
    throws
  {
    for kind in ["refresh_token", "access_token"] {
      let answer = try world.revoke(tokens[kind]?.string ?? "", client: "com.example.web")
      expect(answer, is: #"{"error":"invalid_client"}"#, by: .revokedTokenOfAnotherClient, in: world)
    }
    #expect(try world.refresh(refreshToken).status == 200)
  }

  @Test(.holds(.missingParameter), arguments: ["client_id", "client_secret"])
  func `says invalid_client where the client is missing`(name: String) throws {
    for value in [nil, ""] as [String?] {
      let answer = try world.revoke(refreshToken, [(name, value)])
      expect(answer, is: #"{"error":"invalid_client"}"#, by: .missingParameter, in: world)
    }
  }

  @Test(.holds(.missingParameter)) func `says invalid_client to an empty request`() throws {
    let answer = Answer(world.send("POST", "/auth/revoke"))
    expect(answer, is: #"{"error":"invalid_client"}"#, by: .missingParameter, in: world)
    let form = world.post("/auth/revoke", [])
    expect(form, is: #"{"error":"invalid_client"}"#, by: .missingParameter, in: world)
  }

  @Test(.holds(.missingParameter)) func `needs a token`() throws {
    let answer = try world.revoke("", [("token", nil)])
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .missingParameter, in: world)
  }

  @Test(.holds(.clientSecretSignatureWrong)) func `says invalid_client to a bad secret, and revokes nothing`()
    throws
  {
    let answer = try world.revoke(refreshToken, [("client_secret", try world.secret(key: .generate()))])
    expect(answer, is: #"{"error":"invalid_client"}"#, by: .clientSecretSignatureWrong, in: world)
    #expect(try world.refresh(refreshToken).status == 200)
  }
}
