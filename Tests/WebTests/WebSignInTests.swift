import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `Signing in on the web` {
  let world: World
  init() throws { world = try World() }

  private func signIn(_ more: JSON.Member...) -> JSON { world.signIn(client: "com.example.web", more).json }

  @Test func `answers the exact form post`() throws {
    let json = signIn(JSON.Member("state", "a b+c/=&é"), JSON.Member("response_type", "code id_token"))
    #expect(json.members?.map(\.name) == ["redirect_uri", "response_mode", "parameters", "body"])
    #expect(json["redirect_uri"] == "http://localhost:3000/callback")
    #expect(json["response_mode"] == "form_post")
    let sent = json["parameters"]
    #expect(sent?.members?.map(\.name) == ["state", "code", "id_token", "user"])
    let (code, token) = (sent?["code"]?.string ?? "", sent?["id_token"]?.string ?? "")
    #expect(
      json["body"]?.string == "state=a+b%2Bc%2F%3D%26%C3%A9&code=\(code)&id_token=\(token)"
        + "&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Jane%22%2C%22lastName%22%3A%22Appleseed%22%7D%2C"
        + "%22email%22%3A%22jane%40example.com%22%7D")
    #expect(try world.redeem(code, client: "com.example.web").status == 200)
    #expect(try world.verified(token)["aud"] == "com.example.web")
  }

  @Test(
    .shows(.userField),
    arguments: [
      ("name email", #"{"name":{"firstName":"Jane","lastName":"Appleseed"},"email":"jane@example.com"}"#),
      ("email", #"{"email":"jane@example.com"}"#),
      ("name", #"{"name":{"firstName":"Jane","lastName":"Appleseed"}}"#), ("", nil),
    ])
  func `tells in user what was asked for, once`(scope: String, user: String?) {
    #expect(signIn(JSON.Member("scope", .string(scope)))["parameters"]?["user"]?.string == user)
    #expect(signIn(JSON.Member("scope", .string(scope)))["parameters"]?["user"] == nil)
  }

  @Test func `tells a hostile name as JSON inside the form`() throws {
    let name = #"</script>"\&=%00 \u0000"# + "\u{0}\n\u{1F600}"
    let json = signIn(JSON.Member("full_name", ["given_name": .string(name), "family_name": "x"]))
    let user = json["parameters"]?["user"]?.string ?? ""
    #expect(try JSON(parsing: Array(user.utf8))["name"]?["firstName"] == .string(name))
    let form = try Form(Array((json["body"]?.string ?? "").utf8))
    #expect(form.first("user") == user)
  }

  @Test func `leaves out what was not sent`() {
    let sent = signIn(JSON.Member("scope", ""))["parameters"]
    #expect(sent?.members?.map(\.name) == ["code"])
  }

  @Test(.holds(.userCancelled)) func `cancelled tells state and error alone`() {
    let json = signIn(JSON.Member("state", "s"), JSON.Member("outcome", "cancel"))
    #expect(json["parameters"] == ["state": "s", "error": "user_cancelled_authorize"])
    #expect(json["body"] == "state=s&error=user_cancelled_authorize")
    #expect(signIn()["parameters"]?["user"] != nil)
  }

  @Test func `can be a fragment or a query without a scope`() {
    for mode in ["query", "fragment"] {
      let json = signIn(JSON.Member("scope", ""), JSON.Member("response_mode", .string(mode)))
      #expect(json["response_mode"] == .string(mode))
    }
  }

  @Test func `is what an app may do, too, where it has a Return URL`() {
    #expect(world.allow(["http-redirect"]).status == 200)
    _ = world.admin(
      "PATCH", "clients/com.example.app", ["redirect_uris": ["https://example.com/cb"], "leniencies": []])
    let json = world.signIn([JSON.Member("flow", "web")]).json
    #expect(json["redirect_uri"] == "https://example.com/cb")
    #expect(json["parameters"]?["code"]?.string?.hasPrefix("c") == true)
  }
}
