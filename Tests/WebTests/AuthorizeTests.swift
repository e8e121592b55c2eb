import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `Asking for an authorization` {
  /// What is laid over a good request, the rule that refuses, the code and the sentence on Apple's page.
  struct Case: Sendable, CustomTestStringConvertible {
    let over: [(String, String?)]
    let rule: Rule
    let code: String
    let sentence: String
    var testDescription: String { over.map { "\($0.0)=\($0.1 ?? "(missing)")" }.joined(separator: "&") }
  }

  static let redirect = "Invalid web redirect url."
  static let missing = "Request missing required parameter or unsupported parameters or invalid redirect url"
  static let scope = "response_mode must be form_post when name or email scope is requested."
  static let cases = [
    Case(
      over: [("client_id", nil)], rule: .missingParameter, code: "invalid_request", sentence: missing),
    Case(
      over: [("client_id", "com.example.nobody")], rule: .authorizeClientUnknown, code: "invalid_client",
      sentence: "Invalid client."),
    Case(
      over: [("client_id", "COM.example.web")], rule: .authorizeClientUnknown, code: "invalid_client",
      sentence: "Invalid client."),
    Case(over: [("redirect_uri", nil)], rule: .missingParameter, code: "invalid_request", sentence: missing),
    Case(
      over: [("redirect_uri", World.redirectURI + "/")], rule: .authorizeRedirectURIUnregistered,
      code: "invalid_request", sentence: redirect),
    Case(
      over: [("client_id", "com.example.app")], rule: .authorizeRedirectURIUnregistered,
      code: "invalid_request",
      sentence: redirect),
    Case(over: [("response_type", nil)], rule: .missingParameter, code: "invalid_request", sentence: missing),
    Case(
      over: [("response_type", "id_token")], rule: .authorizeResponseTypeUnsupported, code: "invalid_request",
      sentence: "Invalid response type"),
    Case(
      over: [("scope", "name profile")], rule: .authorizeScopeNotAllowed, code: "invalid_request",
      sentence: "Application is not authorized to access the requested information"),
    Case(
      over: [("response_mode", "query")], rule: .authorizeScopeNeedsFormPost, code: "invalid_request",
      sentence: scope),
    Case(
      over: [("response_mode", "fragment")], rule: .authorizeScopeNeedsFormPost, code: "invalid_request",
      sentence: scope),
    Case(
      over: [("response_mode", nil)], rule: .authorizeScopeNeedsFormPost, code: "invalid_request",
      sentence: scope),
    Case(
      over: [("scope", nil), ("response_type", "code id_token"), ("response_mode", "query")],
      rule: .authorizeResponseModeInvalid, code: "invalid_request", sentence: "Invalid response mode"),
    Case(
      over: [("response_mode", "post")], rule: .authorizeResponseModeInvalid, code: "invalid_request",
      sentence: "Invalid response mode"),
    Case(
      over: [("code_challenge", "x"), ("code_challenge_method", "s256")],
      rule: .authorizeChallengeMethodUnknown,
      code: "invalid_request", sentence: "Invalid code challenge method"),
  ]

  @Test(
    .holds(
      .authorizeClientUnknown, .authorizeRedirectURIUnregistered, .authorizeResponseTypeUnsupported,
      .authorizeScopeNotAllowed, .authorizeScopeNeedsFormPost, .authorizeResponseModeInvalid,
      .authorizeChallengeMethodUnknown), arguments: cases)
  func `is refused on a page that stays with the person`(_ refused: Case) throws {
    let world = try World()
    let page = world.authorize(refused.over)
    #expect(page.status == 200)
    #expect(page.header("Content-Type") == "text/html;charset=UTF-8")
    #expect(page.text.contains("<h1>\(refused.code)</h1>"))
    #expect(page.text.contains("<p>\(refused.sentence)</p>"))
    #expect(page.header("Location") == nil)
    #expect(!page.hint.isEmpty)
    #expect(world.lastRequest["rule"]?.string == refused.rule.rawValue)
  }

  @Test(.shows(.refusalByAccept), arguments: cases) func `is refused in JSON where that is preferred`(
    _ refused: Case
  ) throws {
    let answer = try World().authorize(refused.over, accept: "application/json")
    #expect(answer.status == 400)
    #expect(answer.text == "{\"error\":\"\(refused.code)\"}")
    #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Pragma") == "no-cache")
  }

  @Test(
    .shows(.refusalByAccept),
    arguments: [
      "*/*", "text/html", "text/html,application/xhtml+xml,*/*;q=0.8", "application/json;q=0.5, text/html",
    ])
  func `is refused on the page for`(accept: String) throws {
    let page = try World().authorize([("client_id", "nobody")], accept: accept)
    #expect(page.status == 200)
  }

  @Test func `refuses a parameter that is sent twice`() throws {
    let world = try World()
    let answer = Answer(world.send("GET", "/auth/authorize?client_id=com.example.web&state=a&state=a"))
    #expect(answer.text.contains("<h1>invalid_request</h1>"))
    #expect(world.lastRequest["rule"] == "duplicate_parameter")
  }

  @Test(arguments: [
    ("http://app.example.com/cb", Rule.authorizeRedirectURINotHTTPS, "http-redirect"),
    ("https://localhost/cb", .authorizeRedirectURILocalhost, "localhost-redirect"),
    ("https://LOCALHOST:3000/cb", .authorizeRedirectURILocalhost, "localhost-redirect"),
    ("https://localhost./cb", .authorizeRedirectURILocalhost, "localhost-redirect"),
    ("https://app.LocalHost/cb", .authorizeRedirectURILocalhost, "localhost-redirect"),
    ("https://127.0.0.1/cb", .authorizeRedirectURIAddress, "ip-redirect"),
    ("https://127.1/cb", .authorizeRedirectURIAddress, "ip-redirect"),
    ("https://2130706433/cb", .authorizeRedirectURIAddress, "ip-redirect"),
    ("https://0x7f.1/cb", .authorizeRedirectURIAddress, "ip-redirect"),
    ("https://127.0.0.0X1./cb", .authorizeRedirectURIAddress, "ip-redirect"),
    ("https://[::1]:3000/cb", .authorizeRedirectURIAddress, "ip-redirect"),
  ])
  func `refuses a registered redirect_uri that Apple would not take, unless a leniency lets it pass`(
    uri: String, rule: Rule, leniency: String
  ) throws {
    let world = try World()
    let uris: JSON.Member = JSON.Member("redirect_uris", [.string(uri)])
    #expect(world.add(client: [uris]).status == 201)
    let asked: [(String, String?)] = [("client_id", "com.example.second"), ("redirect_uri", uri)]
    #expect(world.authorize(asked).text.contains("<p>Invalid web redirect url.</p>"))
    #expect(world.lastRequest["rule"]?.string == rule.rawValue)
    #expect(world.lastRequest["hint"]?.string?.contains(leniency) == true)
    #expect(
      world.admin("PATCH", "clients/com.example.second", ["leniencies": [.string(leniency)]]).status == 200)
    #expect(world.authorize(asked).text.contains("Continue as Jane Appleseed"))
    #expect(
      world.lastRequest["leniencies"]?.array?.first?.string?.hasPrefix(
        "\(leniency): Apple would have refused this: ") == true)
  }

  @Test(
    .holds(
      .authorizeRedirectURINotHTTPS, .authorizeRedirectURILocalhost, .authorizeRedirectURIAddress,
      .authorizeRedirectURIFragment))
  func `refuses a redirect_uri with a fragment, even a registered one`() throws {
    let world = try World()
    #expect(world.add(client: [JSON.Member("redirect_uris", ["https://a.example/cb#x"])]).status == 201)
    _ = world.authorize([("client_id", "com.example.second"), ("redirect_uri", "https://a.example/cb#x")])
    #expect(world.lastRequest["rule"] == "authorize_redirect_uri_fragment")
  }

  @Test(arguments: [
    [("scope", "openid name email")], [("scope", "email+name")],
    [("approval_prompt", "auto"), ("session", "false")],
    [
      ("prompt", "login"), ("max_age", "10"), ("locale", "de_DE"), ("frame_id", "x"), ("m", "11"),
      ("v", "1.5.6"),
    ],
    [("response_type", "id_token code")], [("response_mode", "web_message")],
  ])
  func `takes what real clients send`(over: [(String, String)]) throws {
    // A plus sign that reaches the server undecoded is a space.
    let world = try World()
    let spaced = over.map { ($0.0, Optional($0.1.split(separator: "+").joined(separator: " "))) }
    #expect(world.authorize(spaced).text.contains("Continue as Jane Appleseed"))
  }
}
