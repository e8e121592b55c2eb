import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `What Apple does with a refused code` {
  let world: World
  init() throws { world = try World() }

  @Test(.shows(.refusedCodeKept), .holds(.redirectURIMismatch)) func `is to keep it`() throws {
    let code = world.code(client: "com.example.web")
    #expect(try redeemElsewhere(code).status == 400)
    #expect(try world.redeem(code, client: "com.example.web").status == 200)
  }

  @Test(.holds(.redirectURIMismatch, .codeUsed)) func `is to burn it where refused_code says so`() throws {
    world.set("refused_code", "burnt")
    let code = world.code(client: "com.example.web")
    #expect(try redeemElsewhere(code).json["error_description"]?.string?.hasPrefix("redirect_uri") == true)
    let again = try world.redeem(code, client: "com.example.web")
    expect(
      again, is: #"{"error":"invalid_grant","error_description":"The code has already been used."}"#,
      by: .codeUsed, in: world)
  }

  @Test func `is told as what burnt it`() throws {
    world.set("refused_code", "burnt")
    let code = world.code()
    #expect(try world.redeem(code, [("redirect_uri", "https://example.com/")]).status == 400)
    world.clock.now += 2
    let hint = try world.redeem(code).hint
    #expect(
      hint == "A refused exchange burnt the code 2 s ago (switch refused_code: burnt). Sign in again.")
    world.clock.now += 600
    #expect(try world.redeem(code).hint.contains("a refused exchange had burnt it already"))
  }

  @Test(.holds(.missingParameter)) func `spares a code that was never looked up`() throws {
    world.set("refused_code", "burnt")
    let code = world.code()
    #expect(try world.redeem(code, [("grant_type", "password")]).status == 400)
    #expect(try world.redeem(code, [("grant_type", nil)]).status == 400)
    #expect(try world.redeem(code).status == 200)
  }

  private func redeemElsewhere(_ code: String) throws -> Answer {
    try world.redeem(code, client: "com.example.web", [("redirect_uri", "http://localhost:3000/other")])
  }

  @Test(
    .holds(.codeUsed, .codeExpired, .codeUnknown, .codeOfAnotherClient, .redirectURIMismatch),
    arguments: [0, 1, 2, 3, 4])
  func `goes without a description where error_description is false`(fault: Int) throws {
    world.set("error_description", false)
    let code = world.code(client: "com.example.web")
    let answer =
      switch fault {
      case 0: try used(code)
      case 1: try late(code)
      case 2: try world.redeem("garbage")
      case 3: try world.redeem(code)
      default: try redeemElsewhere(code)
      }
    #expect(answer.status == 400)
    #expect(answer.text == #"{"error":"invalid_grant"}"#)
  }

  private func used(_ code: String) throws -> Answer {
    #expect(try world.redeem(code, client: "com.example.web").status == 200)
    return try world.redeem(code, client: "com.example.web")
  }

  private func late(_ code: String) throws -> Answer {
    world.clock.now += 301
    return try world.redeem(code, client: "com.example.web")
  }
}

@Suite struct `Of two faults in a token request` {
  /// A web code with a challenge, and two faults of its redemption, the stronger first.
  struct Pair: Sendable, CustomTestStringConvertible {
    let stronger: Rule
    let over: [(String, String?)]
    var isUsed = false
    var age = 0
    var client = "com.example.web"
    var testDescription: String { stronger.rawValue + " " + over.map(\.0).joined(separator: ", ") }
  }

  static let pairs: [Pair] = [
    Pair(stronger: .missingParameter, over: [("grant_type", nil), ("client_id", "com.example.nobody")]),
    Pair(stronger: .missingParameter, over: [("client_secret", ""), ("client_id", "com.example.nobody")]),
    Pair(stronger: .missingParameter, over: [("client_secret", nil), ("grant_type", "password")]),
    Pair(stronger: .clientUnknown, over: [("client_id", "com.example.nobody"), ("client_secret", "x")]),
    Pair(stronger: .clientSecretMalformed, over: [("client_secret", "x"), ("grant_type", "password")]),
    Pair(stronger: .clientSecretMalformed, over: [("client_secret", "x"), ("code", nil)]),
    Pair(stronger: .clientSecretMalformed, over: [("client_secret", "x"), ("code", "garbage")]),
    Pair(stronger: .unsupportedGrantType, over: [("grant_type", "password"), ("code", nil)]),
    Pair(stronger: .unsupportedGrantType, over: [("grant_type", "password")], isUsed: true),
    Pair(stronger: .missingParameter, over: [("code", nil), ("redirect_uri", "http://x.example/")]),
    Pair(stronger: .codeUnknown, over: [("code", "garbage"), ("redirect_uri", nil)]),
    Pair(stronger: .codeExpired, over: [], isUsed: true, age: 301),
    Pair(stronger: .codeExpired, over: [("redirect_uri", "http://x.example/")], age: 301),
    Pair(stronger: .codeExpired, over: [], age: 301, client: "com.example.app"),
    Pair(stronger: .codeUsed, over: [], isUsed: true, client: "com.example.app"),
    Pair(stronger: .codeUsed, over: [("redirect_uri", "http://x.example/")], isUsed: true),
    Pair(
      stronger: .codeOfAnotherClient, over: [("redirect_uri", "http://x.example/")], client: "com.example.app"
    ),
    Pair(stronger: .codeOfAnotherClient, over: [("code_verifier", "wrong")], client: "com.example.app"),
    Pair(
      stronger: .redirectURIMismatch,
      over: [("redirect_uri", "http://x.example/"), ("code_verifier", "wrong")]),
    Pair(stronger: .redirectURIMissing, over: [("redirect_uri", nil), ("code_verifier", nil)]),
  ]

  @Test(
    .shows(.checksInOrder),
    .holds(.clientUnknown, .codeExpired, .codeUsed, .codeOfAnotherClient, .redirectURIMissing),
    arguments: pairs)
  func `the earlier in Apple's order wins`(pair: Pair) throws {
    let world = try World()
    let code = world.code(
      client: "com.example.web",
      [JSON.Member("code_challenge", "good"), JSON.Member("code_challenge_method", "plain")])
    let good: [(String, String?)] = [("code_verifier", "good")]
    if pair.isUsed { #expect(try world.redeem(code, client: "com.example.web", good).status == 200) }
    world.clock.now += pair.age
    let kept = good.filter { member in !pair.over.contains { $0.0 == member.0 } }
    let answer = try world.redeem(code, client: pair.client, kept + pair.over)
    #expect(answer.status == 400)
    #expect(world.lastRequest["rule"] == .string(pair.stronger.rawValue), "\(answer.text) \(answer.hint)")
  }
}
