import AppleID
import HTTP
import JSON
import TestSupport
import Testing
import Web

@Suite struct `A request to the token endpoint` {
  let world: World
  init() throws { world = try World() }

  private func send(_ body: String, type: String? = "application/x-www-form-urlencoded") -> Answer {
    let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
    return Answer(world.send("POST", "/auth/token", headers: headers, body: Array(body.utf8)))
  }

  private func form(_ code: String) throws -> [(String, String)] {
    [
      ("grant_type", "authorization_code"), ("client_id", "com.example.app"),
      ("client_secret", try world.secret()), ("code", code),
    ]
  }

  @Test(.holds(.missingParameter)) func `names the first missing parameter in Apple's order`() throws {
    let order = ["grant_type", "client_id", "client_secret", "code"]
    for count in 0..<4 {
      let sent = try form(world.code()).prefix(count)
      let answer = world.post("/auth/token", Array(sent))
      expect(answer, is: #"{"error":"invalid_request"}"#, by: .missingParameter, in: world)
      #expect(answer.hint.hasPrefix("\(order[count]) is missing"), "\(answer.hint)")
    }
  }

  @Test(.holds(.missingParameter)) func `takes an empty parameter for a missing one`() throws {
    let answer = try world.redeem(world.code(), [("client_secret", "")])
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .missingParameter, in: world)
    #expect(answer.hint == "client_secret was sent empty.")
  }

  @Test(.holds(.duplicateParameter), arguments: ["grant_type", "client_id", "client_secret", "code", "x"])
  func `takes each parameter once`(name: String) throws {
    let code = world.code()
    let pair = try form(code).first { $0.0 == name } ?? (name, "1")
    let doubled = try form(code).filter { $0.0 != name } + [pair, pair]
    let answer = world.post("/auth/token", doubled)
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .duplicateParameter, in: world)
    #expect(world.lastRequest["parameters"]?[name] == [.string(pair.1), .string(pair.1)])
    #expect(try world.redeem(code).status == 200)
  }

  @Test(.holds(.tooManyParameters)) func `takes a thousand parameters`() throws {
    let more = { count in (0..<count).map { ("p\($0)", "1") } }
    #expect(world.post("/auth/token", try form(world.code()) + more(996)).status == 200)
    let answer = world.post("/auth/token", try form(world.code()) + more(997))
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .tooManyParameters, in: world)
  }

  @Test(.holds(.malformedForm), arguments: ["%", "%4", "%zz", "%FF", "%C3%28"])
  func `is decoded strictly`(value: String) throws {
    let body = Form.encode(try form(world.code())) + "&state=" + value
    expect(send(body), is: #"{"error":"invalid_request"}"#, by: .malformedForm, in: world)
  }

  @Test func `may say its charset`() throws {
    for type in [
      "application/x-www-form-urlencoded;charset=UTF-8", "application/x-www-form-urlencoded; charset=utf-8",
      "APPLICATION/X-WWW-FORM-URLENCODED",
    ] {
      #expect(send(Form.encode(try form(world.code())), type: type).status == 200)
    }
  }

  @Test(
    .holds(.wrongContentType),
    arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x", nil])
  func `is a form`(type: String?) throws {
    let code = world.code()
    let body = Form.encode(try form(code))
    expect(send(body, type: type), is: #"{"error":"invalid_request"}"#, by: .wrongContentType, in: world)
    world.set("wrong_content_type", "invalid_client")
    expect(send(body, type: type), is: #"{"error":"invalid_client"}"#, by: .wrongContentType, in: world)
    #expect(try world.redeem(code).status == 200)
  }

  @Test(.holds(.wrongContentType)) func `in JSON is told so`() throws {
    let answer = send(#"{"grant_type":"authorization_code"}"#, type: "application/json")
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .wrongContentType, in: world)
    #expect(
      answer.hint
        == "Content-Type is application/json; send application/x-www-form-urlencoded, not JSON.")
  }

  @Test(.shows(.basicIgnored), .holds(.missingParameter)) func `authenticates in the body, never by Basic`()
    throws
  {
    let sent = try form(world.code()).filter { $0.0 != "client_secret" }
    let basic: Headers = ["Authorization": "Basic Y29tLmV4YW1wbGUuYXBwOng="]
    expect(
      world.post("/auth/token", sent, headers: basic), is: #"{"error":"invalid_request"}"#,
      by: .missingParameter, in: world)
    #expect(world.post("/auth/token", try form(world.code()), headers: basic).status == 200)
  }

  @Test(.holds(.missingParameter)) func `has its parameters in the body, not in the query`() throws {
    let query = Form.encode(try form(world.code()))
    let answer = Answer(
      world.send(
        "POST", "/auth/token?" + query, headers: ["Content-Type": "application/x-www-form-urlencoded"]))
    expect(answer, is: #"{"error":"invalid_request"}"#, by: .missingParameter, in: world)
  }

  @Test func `may hold names that Apple does not know`() throws {
    let more = [("state", "s"), ("scope", "name email"), ("secret", "x"), ("", ""), ("ü", "ß")]
    #expect(world.post("/auth/token", try form(world.code()) + more).status == 200)
  }

  @Test(
    .holds(.unsupportedGrantType),
    arguments: [
      ("authorizationCode", "authorization_code"), ("AUTHORIZATION_CODE", "authorization_code"),
      ("authorization_token", "authorization_code"), ("refreshToken", "refresh_token"),
      ("refresh-token", "refresh_token"), ("clientCredentials", "client_credentials"),
    ])
  func `names the grant type that was meant`(sent: String, meant: String) throws {
    let answer = try world.redeem(world.code(), [("grant_type", sent)])
    expect(answer, is: #"{"error":"unsupported_grant_type"}"#, by: .unsupportedGrantType, in: world)
    #expect(answer.hint == "grant_type is \(sent); Apple writes it \(meant).")
  }
}
