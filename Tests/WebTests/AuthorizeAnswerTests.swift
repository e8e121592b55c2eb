import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `An authorization's answer` {
  static let state = "st&<>\"'+ é"

  @Test(.shows(.userField)) func `is a form that posts itself to the redirect_uri`() throws {
    let page = try World().authorize([("response_type", "code id_token"), ("mock_account", "jane")])
    #expect(page.status == 200)
    #expect(page.text.contains("<form method=\"post\" action=\"\(World.redirectURI)\">"))
    #expect(page.fields.keys.sorted() == ["code", "id_token", "state", "user"])
    #expect(page.fields["state"] == Self.state)
    #expect(
      page.fields["user"]
        == #"{"name":{"firstName":"Jane","lastName":"Appleseed"},"email":"jane@example.com"}"#)
  }

  @Test func `holds user at the first authorization of the group alone`() throws {
    let world = try World()
    _ = world.signIn(account: "jane", client: "com.example.app")
    #expect(world.authorize([("mock_account", "jane")]).fields.keys.sorted() == ["code", "state"])
    #expect(world.authorize([("mock_account", "john")]).fields["user"] != nil)
  }

  @Test(
    .shows(.authorizeModes), arguments: [("https://a.example/cb", "?"), ("https://a.example/cb?x=1", "&")])
  func `is appended to the query`(uri: String, mark: String) throws {
    let world = try World()
    #expect(world.add(client: [JSON.Member("redirect_uris", [.string(uri)])]).status == 201)
    let answer = world.authorize([
      ("client_id", "com.example.second"), ("redirect_uri", uri), ("scope", nil), ("response_mode", "query"),
      ("mock_account", "jane"),
    ])
    #expect(answer.status == 302)
    #expect(answer.header("Location")?.hasPrefix(uri + mark + "state=") == true)
    #expect(answer.redirected(after: "?")["state"] == Self.state)
    #expect(answer.redirected(after: "?")["code"]?.hasPrefix("c") == true)
  }

  @Test(
    .shows(.authorizeModes),
    arguments: [("code", nil, "?"), ("code id_token", nil, "#"), ("code", "fragment", "#")])
  func `goes where response_mode says, and by default where response_type does`(
    type: String, mode: String?, mark: Character
  ) throws {
    let answer = try World().authorize([
      ("scope", nil), ("response_type", type), ("response_mode", mode), ("mock_account", "jane"),
    ])
    let sent = answer.redirected(after: mark)
    #expect(sent["code"] != nil)
    #expect((sent["id_token"] != nil) == (type == "code id_token"))
    #expect(sent["user"] == nil)
  }

  @Test func `leaves state out where none was sent`() throws {
    #expect(try World().authorize([("state", nil), ("mock_account", "jane")]).fields["state"] == nil)
  }

  @Test(arguments: ["plain", "名前", "a b+c/d=", String(repeating: "x", count: 4000)])
  func `carries the nonce verbatim`(nonce: String) throws {
    let world = try World()
    let page = world.authorize([
      ("response_type", "code id_token"), ("nonce", nonce), ("mock_account", "jane"),
    ])
    #expect(try world.verified(page.fields["id_token"])["nonce"]?.string == nonce)
  }

  @Test(.shows(.webMessage)) func `reaches the opener of a popup as the library expects it`() throws {
    let page = try World().authorize([
      ("response_mode", "web_message"), ("mock_account", "jane"), ("state", "</script>"),
    ])
    let call =
      "window.opener.postMessage(\"{\\\"method\\\":\\\"oauthDone\\\",\\\"data\\\":{\\\"authorization\\\":{\\\"code\\\":\\\"c"
    #expect(page.text.contains(call))
    #expect(page.text.contains("\\\"user\\\":{\\\"email\\\":\\\"jane@example.com\\\",\\\"name\\\":{"))
    #expect(page.text.contains("\\u003c/script\\u003e"))
    #expect(page.text.contains(", \"http://localhost:3000\")"))
  }

  @Test(.holds(.authorizeDomainUnregistered))
  func `fails after Continue where the popup's domain is not registered`() throws {
    let world = try World()
    #expect(world.admin("PATCH", "clients/com.example.web", ["domains": []]).status == 200)
    let asked: [(String, String?)] = [("response_mode", "web_message")]
    #expect(world.authorize(asked).text.contains("Continue as Jane Appleseed"))
    let page = world.authorize(asked + [("mock_account", "jane")])
    #expect(page.status == 403)
    #expect(
      page.text.contains("Your request could not be completed because of an error. Please try again later."))
    #expect(!page.text.contains("postMessage"))
  }

  @Test(.holds(.userCancelled), arguments: ["form_post", "web_message", "query"])
  func `says that the person pressed Cancel`(mode: String) throws {
    let answer = try World().authorize([
      ("response_mode", mode), ("scope", mode == "query" ? nil : "name"), ("mock_account", "jane"),
      ("mock_outcome", "cancel"),
    ])
    switch mode {
    case "form_post": #expect(answer.fields == ["state": Self.state, "error": "user_cancelled_authorize"])
    case "query":
      #expect(answer.redirected(after: "?") == ["state": Self.state, "error": "user_cancelled_authorize"])
    default:
      #expect(answer.text.contains("\\\"data\\\":{\\\"error\\\":\\\"user_cancelled_authorize\\\"}"))
    }
  }

  @Test(arguments: ["<script>alert(1)</script>", "\"><b>", "O'Brien & Söhne", "\u{202e}evil", "{\"a\":1}"])
  func `hands out a hostile name byte for byte, and harms no page`(name: String) throws {
    let world = try World()
    let new: JSON = ["id": "eve", "given_name": .string(name), "family_name": "x"]
    #expect(world.admin("POST", "accounts", new).status == 201)
    let page = world.authorize([("mock_account", "eve")])
    let user = try JSON(parsing: Array((page.fields["user"] ?? "").utf8))
    #expect(user["name"]?["firstName"]?.string == name)
    #expect(!page.text.contains("<script>alert") && !page.text.contains("\"><b>"))
    #expect(!world.authorize([]).text.contains("<script>alert"))
  }

  @Test func `is only looked at by HEAD`() throws {
    let world = try World()
    #expect(world.authorize([("mock_account", "jane")], method: "HEAD").status == 200)
    #expect(world.admin("GET", "accounts/jane/consents").json == ["consents": []])
  }
}
