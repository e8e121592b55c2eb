import AppleID
import Crypto
import JOSE
import JSON
import TestSupport
import Testing

private let expired =
  #"{"error":"invalid_grant","error_description":"The code has expired or has been revoked."}"#
private let used = #"{"error":"invalid_grant","error_description":"The code has already been used."}"#

/// Expects Apple's no: its status, its body to the byte, and the rule in the journal.
func expect(
  _ answer: Answer, is body: String, by rule: Rule, in world: World,
  at sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(answer.status == 400, sourceLocation: sourceLocation)
  #expect(answer.text == body, sourceLocation: sourceLocation)
  #expect(world.lastRequest["rule"] == .string(rule.rawValue), sourceLocation: sourceLocation)
}

@Suite struct `Redeeming an authorization code` {
  let world: World
  init() throws { world = try World() }

  @Test(.holds(.codeUsed)) func `works once`() throws {
    let code = world.code()
    #expect(try world.redeem(code).status == 200)
    expect(try world.redeem(code), is: used, by: .codeUsed, in: world)
    expect(try world.redeem(code), is: used, by: .codeUsed, in: world)
  }

  @Test(.holds(.codeExpired)) func `works for five minutes`() throws {
    let (first, second) = (world.code(), world.code())
    world.clock.now += 300
    #expect(try world.redeem(first).status == 200)
    world.clock.now += 1
    expect(try world.redeem(second), is: expired, by: .codeExpired, in: world)
  }

  @Test(.holds(.codeExpired, .codeUsed)) func `says expired, not used, after five minutes`() throws {
    let code = world.code()
    #expect(try world.redeem(code).status == 200)
    world.clock.now += 300
    expect(try world.redeem(code), is: used, by: .codeUsed, in: world)
    world.clock.now += 1
    expect(try world.redeem(code), is: expired, by: .codeExpired, in: world)
  }

  @Test(.holds(.codeExpired)) func `goes by the clock the rules obey`() throws {
    let code = world.code()
    #expect(world.admin("POST", "clock/advance", ["seconds": 301]).status == 200)
    expect(try world.redeem(code), is: expired, by: .codeExpired, in: world)
  }

  @Test func `works for a code issued in the future`() throws {
    let code = world.code()
    #expect(world.admin("POST", "clock/advance", ["seconds": -100_000]).status == 200)
    #expect(try world.redeem(code).status == 200)
  }

  @Test(.holds(.codeExpired)) func `works as long as code_lifetime_s says`() throws {
    world.set("code_lifetime_s", 600)
    let (first, second) = (world.code(), world.code())
    world.clock.now += 600
    #expect(try world.redeem(first).status == 200)
    world.clock.now += 1
    expect(try world.redeem(second), is: expired, by: .codeExpired, in: world)
  }

  @Test(
    .holds(.codeUnknown),
    arguments: [
      "garbage", "c00000000000000000000000000000000.0.abcd.0123456789012345678901", " ", "%00", "ünï", "0",
      String(repeating: "c", count: 10_000),
    ])
  func `refuses what is no code of ours`(code: String) throws {
    expect(try world.redeem(code), is: expired, by: .codeUnknown, in: world)
  }

  @Test(.holds(.codeUnknown)) func `refuses an identity token in its place`() throws {
    let token = world.signIn().json["identity_token"]?.string ?? ""
    let answer = try world.redeem(token)
    expect(answer, is: expired, by: .codeUnknown, in: world)
    #expect(answer.hint == "It is an identity token; send the code that came beside it.")
  }

  @Test(.holds(.codeUnknown)) func `is exact about the letters of a code`() throws {
    let code = world.code()
    expect(try world.redeem(code.uppercased()), is: expired, by: .codeUnknown, in: world)
    expect(try world.redeem(code + " "), is: expired, by: .codeUnknown, in: world)
    expect(try world.redeem(String(code.dropLast())), is: expired, by: .codeUnknown, in: world)
    #expect(try world.redeem(code).status == 200)
  }

  @Test(.holds(.codeOfAnotherClient)) func `is for the client that was authorized`() throws {
    let code = world.code()
    let answer = try world.redeem(code, client: "com.example.web")
    expect(
      answer,
      is:
        #"{"error":"invalid_grant","error_description":"client_id mismatch. The code was not issued to com.example.web."}"#,
      by: .codeOfAnotherClient, in: world)
    #expect(
      answer.hint.hasPrefix("The code was issued to com.example.app, but client_id is com.example.web."))
    #expect(try world.redeem(code).status == 200)
  }

  @Test(.holds(.codeOfAnotherClient)) func `is for the service where the web was authorized`() throws {
    let code = world.code(client: "com.example.web")
    expect(
      try world.redeem(code),
      is:
        #"{"error":"invalid_grant","error_description":"client_id mismatch. The code was not issued to com.example.app."}"#,
      by: .codeOfAnotherClient, in: world)
  }

  @Test(.holds(.codeRevoked)) func `ends with a revocation`() throws {
    let code = world.code()
    let tokens = try world.redeem(world.code()).json
    let answer = world.post(
      "/auth/revoke",
      [
        ("client_id", "com.example.app"), ("client_secret", try world.secret()),
        ("token", tokens["refresh_token"]?.string ?? ""),
      ])
    #expect(answer.status == 200)
    expect(try world.redeem(code), is: expired, by: .codeRevoked, in: world)
  }

  @Test(.holds(.missingParameter), arguments: [nil, ""]) func `needs a code`(code: String?) throws {
    let answer = try world.redeem("", [("code", code)])
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .missingParameter, in: world)
    #expect(answer.hint == "code is missing; grant_type=authorization_code wants it.")
  }

  @Test(
    .shows(.failedClientBurnsNothing),
    .holds(.clientSecretSignatureWrong, .clientUnknown, .clientSecretExpired))
  func `burns nothing where the client fails to authenticate`() throws {
    world.set("refused_code", "burnt")
    let code = world.code()
    let bad = [
      try world.secret(key: .generate()), try world.secret(claims: [("exp", .int(World.start - 1))]), "x",
    ]
    for secret in bad {
      let answer = try world.redeem(code, [("client_secret", secret)])
      #expect(answer.text == #"{"error":"invalid_client"}"#)
    }
    #expect(try world.redeem(code, [("client_id", "com.example.nobody")]).status == 400)
    #expect(try world.redeem(code).status == 200)
  }
}
