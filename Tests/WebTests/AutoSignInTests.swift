import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `Signing in without a click` {
  @Test func `takes who was arranged, so many times`() throws {
    let world = try World()
    let arranged = world.admin(
      "PUT", "auto-sign-in", ["account": "john@example.com", "hide_email": false, "times": 2])
    #expect(arranged.status == 200)
    #expect(world.authorize().fields["user"]?.contains("john@example.com") == true)
    #expect(world.admin("GET", "auto-sign-in").json["auto_sign_in"]?["times"] == 1)
    #expect(world.authorize().fields["code"] != nil)
    #expect(world.admin("GET", "auto-sign-in").json == ["auto_sign_in": .null])
    #expect(world.authorize().text.contains("Continue as Jane Appleseed"))
  }

  @Test func `presses Cancel where that was arranged`() throws {
    let world = try World()
    #expect(world.admin("PUT", "auto-sign-in", ["account": "jane", "outcome": "cancel"]).status == 200)
    #expect(world.authorize().fields["error"] == "user_cancelled_authorize")
    #expect(world.admin("DELETE", "auto-sign-in").status == 204)
    #expect(world.authorize().fields["error"] == nil)
  }

  @Test func `is refused where the request is, and then is not used up`() throws {
    let world = try World()
    #expect(world.admin("PUT", "auto-sign-in", ["account": "jane", "times": 1]).status == 200)
    #expect(world.authorize([("client_id", "nobody")]).text.contains("invalid_client"))
    #expect(world.authorize().fields["code"] != nil)
  }

  @Test func `ends with a reset`() throws {
    let world = try World()
    #expect(world.admin("PUT", "auto-sign-in", ["account": "jane"]).status == 200)
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.authorize().text.contains("Continue as Jane Appleseed"))
  }

  @Test func `is left so often as it was not used, in a snapshot, too`() throws {
    let world = try World()
    let arranged: JSON = [
      "account": "john", "hide_email": false, "full_name": ["given_name": "J", "family_name": .null],
      "outcome": "success", "times": 3,
    ]
    #expect(world.admin("PUT", "auto-sign-in", arranged).status == 200)
    #expect(world.authorize().fields["code"] != nil)
    let snapshot = world.admin("GET", "snapshot").json
    let other = try World()
    #expect(other.admin("PUT", "snapshot", snapshot).status == 200)
    #expect(other.admin("GET", "auto-sign-in").json == ["auto_sign_in": arranged.with("times", 2)])
    let damaged = snapshot.text().replacing(#"\"times\":2"#, with: #"\"times\":0"#)
    #expect(try other.admin("PUT", "snapshot", JSON(parsing: Array(damaged.utf8))).status == 400)
  }

  @Test func `is of exactly so many where many ask at once`() async throws {
    let world = try World()
    #expect(world.admin("PUT", "auto-sign-in", ["account": "jane", "times": 30]).status == 200)
    let signedIn = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<20).count { _ in world.authorize().fields["code"] != nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(signedIn == 30)
  }

  @Test func `is as serve was told, until it is arranged otherwise, and after a reset`() throws {
    let world = try World(autoSignIn: AutoSignIn(account: "john"))
    #expect(world.admin("GET", "auto-sign-in").json["auto_sign_in"]?["account"] == "john")
    #expect(world.admin("PUT", "auto-sign-in", ["account": "jane"]).status == 200)
    #expect(world.admin("GET", "auto-sign-in").json["auto_sign_in"]?["account"] == "jane")
    #expect(world.admin("DELETE", "auto-sign-in").status == 204)
    #expect(world.admin("GET", "auto-sign-in").json == ["auto_sign_in": .null])
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.authorize().fields["code"] != nil)
  }

  @Test(
    arguments: [
      (["account": "nobody"], "account"), ([:], "account"), (["account": "jane", "times": 0], "times"),
      (["account": "jane", "outcome": "failed"], "outcome"),
      (["account": "jane", "colour": "red"], "colour"),
    ] as [(JSON, String)])
  func `names the field that is wrong`(body: JSON, field: String) throws {
    let answer = try World().admin("PUT", "auto-sign-in", body)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
  }

  @Test(arguments: [
    ("mock_hide_email", "banana", "mock_hide_email is banana; it must be true or false."),
    ("mock_outcome", "failed", "mock_outcome is failed; it must be success or cancel."),
    ("mock_hide_mail", "true", "mock_hide_mail is unknown; known are: mock_account, mock_hide_email"),
    ("mock_account", "nobody", "There is no account nobody to sign in."),
  ])
  func `is refused where a parameter of ours is wrong`(name: String, value: String, hint: String) throws {
    let world = try World()
    let more = name == "mock_account" ? [] : [("mock_account", "jane" as String?)]
    let page = world.authorize([(name, value)] + more)
    #expect(page.text.contains("<h1>invalid_request</h1>"))
    #expect(page.hint.hasPrefix(hint), "\(page.hint)")
    #expect(world.admin("GET", "accounts/jane/consents").json == ["consents": []])
  }

  @Test(arguments: ["true", "false"]) func `hides the address as mock_hide_email says`(value: String) throws {
    let page = try World().authorize([("mock_account", "jane"), ("mock_hide_email", value)])
    #expect(page.fields["user"]?.contains("jane@example.com") == (value == "false"))
  }

  @Test func `preselects the account of login_hint and signs nobody in`() throws {
    let page = try World().authorize([("login_hint", "john@example.com")])
    #expect(page.fields["mock_account"] == "john")
    #expect(page.text.contains("Continue as Jane Appleseed"))
  }
}
