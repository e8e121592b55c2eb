import AppleID
import Crypto
import JOSE
import JSON
import Provider
import TestSupport
import Testing

@Suite struct `An identity token` {
  let world: World
  init() throws { world = try World() }

  /// Where a token comes from (dossier 8.3).
  enum Source: CaseIterable { case native, web, code, refresh }

  private func token(_ source: Source, account: String = "jane", _ more: [JSON.Member] = []) throws -> (
    String?, companion: String
  ) {
    switch source {
    case .native:
      let json = world.signIn(account: account, more).json
      return (json["identity_token"]?.string, json["authorization_code"]?.string ?? "")
    case .web:
      let type = [JSON.Member("response_type", "code id_token")]
      let json = world.signIn(account: account, client: "com.example.web", type + more).json["parameters"]
      return (json?["id_token"]?.string, json?["code"]?.string ?? "")
    case .code, .refresh:
      var json = try world.redeem(world.code(account: account, more)).json
      if source == .refresh { json = try world.refresh(json["refresh_token"]?.string ?? "").json }
      return (json["id_token"]?.string, json["access_token"]?.string ?? "")
    }
  }

  private func claims(_ source: Source, account: String = "jane", _ more: [JSON.Member] = []) throws -> JSON {
    try world.verified(token(source, account: account, more).0)
  }

  @Test(
    .shows(.refreshIDToken, .idTokenClaims, .realUserStatusNative),
    arguments: [
      (Source.native, ["nonce", "c_hash"], ["real_user_status"]), (.web, ["nonce", "c_hash"], []),
      (.code, ["nonce", "at_hash"], []), (.refresh, ["at_hash"], []),
    ])
  func `has Apple's claims in Apple's order`(source: Source, before: [String], after: [String]) throws {
    let claims = try claims(source, account: "john", [JSON.Member("nonce", "n")])
    #expect(
      claims.members?.map(\.name) == ["iss", "aud", "exp", "iat", "sub"] + before
        + ["email", "email_verified", "is_private_email", "auth_time", "nonce_supported"] + after)
  }

  @Test(.shows(.idTokenClaims), arguments: Source.allCases) func `has Apple's types and values`(
    source: Source
  ) throws {
    let claims = try claims(source)
    #expect(claims["iss"] == "https://appleid.apple.com")
    #expect(claims["aud"] == (source == .web ? "com.example.web" : "com.example.app"))
    #expect(claims["iat"] == .int(World.start))
    #expect(claims["exp"] == .int(World.start + 86400))
    #expect(claims["auth_time"] == .int(World.start))
    #expect(claims["nonce_supported"] == true)
    #expect(claims["real_user_status"] == (source == .native ? 2 : nil))
    #expect(claims["email"] == "jane@example.com")
    #expect(claims["email_verified"] == true)
    #expect(claims["is_private_email"] == nil)
    #expect(claims["nonce"] == nil)
    for name in ["name", "given_name", "azp", "amr", "acr", "jti", "user_managed", "org_id", "transfer_sub"] {
      #expect(claims[name] == nil)
    }
  }

  @Test(.shows(.idTokenHashes), arguments: Source.allCases) func `is bound to what it came beside`(
    source: Source
  ) throws {
    let (token, companion) = try token(source)
    let claims = try world.verified(token)
    let half = Base64URL.encode(Array(SHA256.digest(Array(companion.utf8)).prefix(16)))
    #expect(half.utf8.count == 22)
    let isBesideCode = source == .native || source == .web
    #expect(claims["c_hash"] == (isBesideCode ? .string(half) : nil))
    #expect(claims["at_hash"] == (isBesideCode ? nil : .string(half)))
  }

  @Test(.shows(.idTokenHeader), arguments: Source.allCases) func `has Apple's header`(source: Source) throws {
    let jws = try JWS(compact: token(source).0 ?? "")
    let kid = jws.header["kid"]?.string ?? ""
    #expect(jws.header.text() == #"{"kid":"\#(kid)","alg":"RS256"}"#)
    #expect(kid.wholeMatch(of: /[A-Za-z0-9]{10}/) != nil)
  }

  @Test(
    .shows(.nonceVerbatim),
    arguments: [
      "n", "ünï \u{1F600}", #"{"a":"b\"c/d\\"}"#, " ", "e\u{301}", "line\nbreak\u{0}\u{1f}",
      String(repeating: "0123456789", count: 500),
    ])
  func `carries the nonce verbatim`(nonce: String) throws {
    for source in [Source.native, .web, .code] {
      let claims = try claims(source, [JSON.Member("nonce", .string(nonce))])
      #expect(claims["nonce"]?.string.map { Array($0.utf8) } == Array(nonce.utf8))
    }
    #expect(try claims(.refresh, [JSON.Member("nonce", .string(nonce))])["nonce"] == nil)
  }

  @Test(
    .shows(.idTokenLifetime),
    arguments: [("id_token_lifetime_s", 600), ("id_token_lifetime_s", 300), ("id_token_lifetime_s", 0)])
  func `lives as long as the switch says`(name: String, seconds: Int) throws {
    world.set(name, .int(seconds))
    for source in Source.allCases {
      #expect(try claims(source)["exp"] == .int(World.start + seconds))
    }
  }

  @Test(.shows(.authTime)) func `on refresh tells when the person signed in`() throws {
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    world.clock.now += 100_000
    let claims = try world.verified(world.refresh(token).json["id_token"]?.string)
    #expect(claims["auth_time"] == .int(World.start))
    #expect(claims["iat"] == .int(World.start + 100_000))
    #expect(claims["exp"] == .int(World.start + 186_400))
  }

  @Test func `of a code tells when the person signed in`() throws {
    let code = world.code()
    world.clock.now += 200
    let claims = try world.verified(world.redeem(code).json["id_token"]?.string)
    #expect(claims["auth_time"] == .int(World.start))
    #expect(claims["iat"] == .int(World.start + 200))
  }

  @Test func `is issued by the issuer that was set`() throws {
    let world = try World(issuer: .fixed("https://id.example.com"))
    #expect(
      try world.verified(world.signIn().json["identity_token"]?.string)["iss"] == "https://id.example.com")
    let own = try World(issuer: .itself)
    #expect(try own.verified(own.signIn().json["identity_token"]?.string)["iss"] == "http://127.0.0.1:8080")
  }
}
