import AppleID
import HTTP
import JSON
import TestSupport
import Testing
import Web

@Suite struct `A token response` {
  let world: World
  init() throws { world = try World() }

  private func names(_ json: JSON) -> [String] { json.members?.map(\.name) ?? [] }

  @Test(.shows(.tokenResponse)) func `has Apple's members in Apple's order`() throws {
    let json = try world.redeem(world.code()).json
    #expect(names(json) == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"])
    #expect(json["token_type"] == "Bearer")
    #expect(json["expires_in"] == 3600)
  }

  @Test func `follows from its code, whichever of several is redeemed first`() throws {
    let other = try World()
    let codes = (0..<5).map { _ in world.code() }
    #expect((0..<5).map { _ in other.code() } == codes)
    func tokens(_ world: World, _ codes: [String]) throws -> [String: [String?]] {
      try codes.reduce(into: [:]) { tokens, code in
        let json = try world.redeem(code).json
        tokens[code] = ["access_token", "refresh_token"].map { json[$0]?.string }
      }
    }
    #expect(try tokens(world, codes) == tokens(other, codes.reversed()))
  }

  @Test(.shows(.tokenShapes)) func `has tokens in Apple's shapes, with the tag of their code`() throws {
    let code = world.code()
    let json = try world.redeem(code).json
    let shape = /([car])[0-9a-f]{32}\.0\.([a-z]{4,5})\.[A-Za-z0-9_-]{22}/
    let values = [code, json["access_token"]?.string ?? "", json["refresh_token"]?.string ?? ""]
    let matches = values.compactMap { try? shape.wholeMatch(in: $0) }
    #expect(matches.map { $0.1 } == ["c", "a", "r"])
    #expect(Set(matches.map { $0.2 }).count == 1)
    #expect(json["id_token"]?.string?.wholeMatch(of: /[\w-]+\.[\w-]+\.[\w-]{342}/) != nil)
  }

  @Test func `has the headers of Apple's JSON`() throws {
    for answer in [try world.redeem(world.code()), try world.redeem("garbage")] {
      #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer.header("Pragma") == "no-cache")
      #expect(answer.header("Server") == "Apple")
      #expect(answer.header("WWW-Authenticate") == nil)
    }
  }

  @Test func `is new each time`() throws {
    let answers = try (0..<5).map { _ in try world.redeem(world.code()).json }
    for name in ["access_token", "refresh_token"] {
      #expect(Set(answers.compactMap { $0[name]?.string }).count == 5)
    }
  }

  @Test func `without an explanation looks like Apple's alone`() throws {
    let world = try World(options: .init(explains: false))
    let answer = try world.redeem("garbage")
    #expect(answer.header("X-MockApple-Hint") == nil)
    #expect(answer.header("X-MockApple-Request") == nil)
    #expect(answer.response.headers.map(\.name) == ["Content-Type", "Cache-Control", "Pragma", "Server"])
  }
}

@Suite struct `Refreshing` {
  let world: World
  let token: String
  init() throws {
    world = try World()
    token = try world.redeem(world.code([JSON.Member("nonce", "n")])).json["refresh_token"]?.string ?? ""
  }

  @Test(.shows(.refreshNotRotated)) func `answers without a refresh token`() throws {
    let json = try world.refresh(token).json
    #expect(json.members?.map(\.name) == ["access_token", "token_type", "expires_in", "id_token"])
    #expect(json["token_type"] == "Bearer")
    #expect(json["expires_in"] == 3600)
    #expect(json["access_token"]?.string?.wholeMatch(of: /a[0-9a-f]{32}\.0\.[a-z]{4,5}\.[\w-]{22}/) != nil)
  }

  @Test(.shows(.refreshIDToken)) func `answers without an id_token where id_token_on_refresh is false`()
    throws
  {
    world.set("id_token_on_refresh", false)
    let json = try world.refresh(token).json
    #expect(json.members?.map(\.name) == ["access_token", "token_type", "expires_in"])
  }

  @Test(.shows(.refreshNotRotated)) func `does not rotate the token, nor end it with time`() throws {
    world.clock.now += 86400
    let first = try world.refresh(token).json["access_token"]
    world.clock.now += 10 * 365 * 86400
    let second = try world.refresh(token).json["access_token"]
    #expect(first?.string != nil && second?.string != nil && first != second)
  }

  @Test(.shows(.unknownParametersIgnored)) func `ignores what belongs to other grants`() throws {
    let more: [(String, String?)] = [
      ("redirect_uri", "https://example.com/"), ("code_verifier", "x"), ("code", "x"), ("scope", "email"),
    ]
    #expect(try world.refresh(token, more).status == 200)
  }

  @Test(.shows(.refreshTokensMany)) func `keeps an older token of the same person working`() throws {
    let newer = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    #expect(newer != token)
    #expect(try world.refresh(token).status == 200)
    #expect(try world.refresh(newer).status == 200)
  }

  @Test(
    .holds(.refreshTokenUnknown),
    arguments: ["garbage", "r00000000000000000000000000000000.0.abcd.0123456789012345678901", "%", " "])
  func `refuses what is no token of ours`(text: String) throws {
    expect(
      try world.refresh(text), is: #"{"error":"invalid_grant"}"#, by: .refreshTokenUnknown, in: world)
  }

  @Test(.holds(.refreshTokenUnknown)) func `refuses the access token and the code`() throws {
    let code = world.code()
    let access = try world.refresh(token).json["access_token"]?.string ?? ""
    for text in [code, access] {
      expect(
        try world.refresh(text), is: #"{"error":"invalid_grant"}"#, by: .refreshTokenUnknown, in: world)
    }
  }

  @Test(.holds(.refreshTokenOfAnotherClient)) func `is for the client of the token, also within the group`()
    throws
  {
    expect(
      try world.refresh(token, client: "com.example.web"), is: #"{"error":"invalid_grant"}"#,
      by: .refreshTokenOfAnotherClient, in: world)
    #expect(try world.refresh(token).status == 200)
  }

  @Test(.holds(.missingParameter), arguments: [nil, ""]) func `needs a token`(text: String?) throws {
    expect(
      try world.refresh("", [("refresh_token", text)]), is: #"{"error":"invalid_request"}"#,
      by: .missingParameter, in: world)
  }

  @Test(.holds(.refreshTokenSentAsCode)) func `refuses a token sent as code`() throws {
    let answer = try world.refresh("", [("refresh_token", nil), ("code", token)])
    expect(
      answer, is: #"{"error":"unsupported_grant_type"}"#, by: .refreshTokenSentAsCode, in: world)
    #expect(answer.hint == "The token was sent as code; send it as refresh_token.")
  }

  @Test(.holds(.refreshTokenRevoked), arguments: ["invalid_grant", "invalid_request"])
  func `ends with a revocation`(error: String) throws {
    world.set("refresh_after_revocation", .string(error))
    #expect(try world.revoke(token).status == 200)
    expect(
      try world.refresh(token), is: #"{"error":"\#(error)"}"#, by: .refreshTokenRevoked, in: world)
  }
}
