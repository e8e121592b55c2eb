import AppleID
import Crypto
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `A mutated identity token` {
  let world: World
  init() throws { world = try World() }

  func token(_ mutation: IdentityTokenMutation?, _ more: [JSON.Member] = []) -> String? {
    let body: [JSON.Member] = [
      JSON.Member("account", "john"), JSON.Member("client_id", "com.example.app"), JSON.Member("nonce", "n"),
      JSON.Member("mutation", mutation.map { .string($0.rawValue) } ?? .null),
    ]
    return world.admin("POST", "identity-tokens", .object(body + more)).json["identity_token"]?.string
  }

  @Test func `without a mutation is good`() throws {
    let claims = try world.verified(token(nil))
    #expect(
      claims["aud"] == "com.example.app" && claims["nonce"] == "n" && claims["is_private_email"] == true)
    #expect(claims["c_hash"] == nil && claims["at_hash"] == nil)
    #expect(claims["sub"]?.string == world.signIn(account: "john").json["user"]?.string)
  }

  @Test(
    arguments: [
      (IdentityTokenMutation.wrongIssuer, "iss", "https://appleid.example.com"),
      (.wrongAudience, "aud", "com.example.somebody.else"),
      (.audienceList, "aud", ["com.example.app"]), (.missingNonce, "nonce", nil),
      (.wrongNonce, "nonce", "not-the-nonce-that-was-sent"), (.stringBooleans, "email_verified", "true"),
      (.stringBooleans, "is_private_email", "true"), (.missingEmail, "email", nil),
      (.missingEmail, "email_verified", nil),
      (.expired, "exp", .int(World.start - 60)), (.issuedInFuture, "iat", .int(World.start + 3600)),
    ] as [(IdentityTokenMutation, String, JSON?)])
  func `has the claim it is named after, well signed`(
    mutation: IdentityTokenMutation, name: String, value: JSON?
  ) throws {
    #expect(try world.verified(token(mutation))[name] == value)
  }

  @Test func `has another subject than the team's`() throws {
    #expect(try world.verified(token(.otherTeamSubject))["sub"] != world.verified(token(nil))["sub"])
  }

  @Test(arguments: [
    IdentityTokenMutation.algNone, .hs256WithPublicKey, .unknownKid, .noKid, .wrongKey, .tamperedPayload,
    .truncatedSignature, .derSignature,
  ])
  func `does not verify against the key set`(mutation: IdentityTokenMutation) throws {
    let text = try #require(token(mutation))
    #expect(throws: (any Error).self) { try world.verified(text) }
    let jws = try JWS(compact: text)
    switch mutation {
    case .algNone: #expect(jws.header["alg"] == "none" && jws.signature.isEmpty)
    case .hs256WithPublicKey: #expect(jws.header["alg"] == "HS256" && jws.signature.count == 32)
    case .noKid: #expect(jws.header["kid"] == nil)
    case .truncatedSignature: #expect(jws.signature.count == 128)
    case .derSignature: #expect(jws.signature.count == 260)
    default: #expect(jws.signature.count == 256)
    }
  }

  @Test func `may be none at all, or far too large`() throws {
    #expect(
      world.admin(
        "POST", "identity-tokens",
        ["account": "john", "client_id": "com.example.app", "mutation": "null_token"]
      ).json == ["identity_token": .null])
    #expect((token(.oversized)?.utf8.count ?? 0) > 65536)
  }

  @Test func `may have any claim, or lack it`() throws {
    let claims = try world.verified(
      token(nil, [JSON.Member("claims", ["email": .null, "colour": "red", "aud": ["a", "b"]])]))
    #expect(claims["email"] == nil && claims["colour"] == "red" && claims["aud"] == ["a", "b"])
  }

  @Test func `comes with a sign-in, too`() throws {
    let answer = world.signIn([JSON.Member("mutation", "wrong_issuer")])
    #expect(try world.verified(answer.json["identity_token"]?.string)["iss"] == "https://appleid.example.com")
    #expect(world.signIn([JSON.Member("mutation", "null_token")]).json["identity_token"] == .null)
    let code = world.signIn([JSON.Member("mutation", "null_token")]).json["authorization_code"]?.string ?? ""
    #expect(
      try world.verified(world.redeem(code).json["id_token"]?.string)["iss"] == "https://appleid.apple.com")
  }

  @Test func `is in the catalogue with what a receiver does with it`() {
    let list = world.admin("GET", "mutations?of=identity_token").json["mutations"]?.array ?? []
    #expect(list.compactMap { $0["name"]?.string } == IdentityTokenMutation.allCases.map(\.rawValue))
    #expect(
      list.allSatisfy {
        ["refuse", "accept", "refetch"].contains($0["expect"]) && $0["of"] == "identity_token"
      })
    #expect(world.admin("GET", "mutations?of=moon").status == 400)
    #expect(
      world.admin(
        "POST", "identity-tokens", ["account": "john", "client_id": "com.example.app", "mutation": "moon"]
      ).text.contains("oversized"))
  }
}

@Suite struct `A mutated client secret` {
  @Test(
    arguments: zip(
      ClientSecretMutation.allCases,
      [
        Rule.clientSecretExpired, .clientSecretExpTooFar, .clientSecretIatInFuture, .clientSecretIssMismatch,
        .clientSecretSubMismatch, .clientSecretSubMismatch, .clientSecretAudMismatch, .clientSecretKidUnknown,
        .clientSecretKidMissing, .clientSecretKeyOfAnotherGroup, .clientSecretSignatureDER,
        .clientSecretSignatureWrong,
        .clientSecretAlgNotES256, .clientSecretAlgNotES256, .clientSecretExpMissing, .clientSecretSubMissing,
      ]))
  func `is refused by the rule it is named after`(mutation: ClientSecretMutation, rule: Rule) throws {
    let world = try World()
    // A key of the team that is for another app than the sample's.
    #expect(
      world.admin(
        "POST", "clients", ["client_id": "com.example.third", "team_id": "TEAM000001", "kind": "app"]
      ).status == 201)
    #expect(world.admin("POST", "teams/TEAM000001/keys", ["apps": ["com.example.third"]]).status == 201)
    let order: JSON = ["client_id": "com.example.app", "mutation": .string(mutation.rawValue)]
    let secret = world.admin("POST", "client-secrets", order).json["client_secret"]?.string ?? ""
    let refused = try world.redeem(world.code(), [("client_secret", secret)])
    #expect(refused.text == #"{"error":"invalid_client"}"#)
    #expect(world.lastRequest["rule"]?.string == rule.rawValue)
  }

  @Test func `of another group's key needs one to be there`() throws {
    let answer = try World().admin(
      "POST", "client-secrets", ["client_id": "com.example.app", "mutation": "other_group_key"])
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"] == "mutation")
  }
}
