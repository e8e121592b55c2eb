import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `Signing in natively` {
  let world: World
  init() throws { world = try World() }

  private func first(_ answer: Answer) -> [JSON?] { [answer.json["email"], answer.json["full_name"]] }
  private let jane: [JSON?] = ["jane@example.com", ["given_name": "Jane", "family_name": "Appleseed"]]
  private let nothing: [JSON?] = [.null, .null]

  @Test func `answers what the credential of AuthenticationServices holds`() {
    let answer = world.signIn([JSON.Member("state", "s"), JSON.Member("nonce", "n")])
    #expect(answer.status == 201)
    #expect(
      answer.json.members?.map(\.name) == [
        "user", "identity_token", "authorization_code", "email", "full_name", "real_user_status", "state",
        "authorized_scopes",
      ])
    #expect(answer.json["state"] == "s")
    #expect(answer.json["real_user_status"] == 2)
    #expect(answer.json["authorized_scopes"] == ["name", "email"])
    #expect(first(answer) == jane)
  }

  @Test(.shows(.nameOnce)) func `tells name and e-mail once`() {
    #expect(first(world.signIn()) == jane)
    for _ in 1...3 { #expect(first(world.signIn()) == nothing) }
    world.clock.now += 365 * 86400
    #expect(first(world.signIn()) == nothing)
  }

  @Test(.shows(.groupShares)) func `tells them once for the whole app group`() {
    let web = world.signIn(client: "com.example.web").json["parameters"]
    #expect(web?["user"] != nil)
    #expect(first(world.signIn()) == nothing)
    #expect(world.signIn(client: "com.example.web").json["parameters"]?["user"] == nil)
  }

  @Test func `tells them again to another group and another team`() {
    #expect(first(world.signIn()) == jane)
    #expect(first(world.signIn(client: "com.example.other")) == jane)
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    #expect(first(world.signIn(client: "com.example.second")) == jane)
  }

  @Test(
    .shows(.scopeSticks),
    arguments: [
      ("", [], [JSON.null, .null]), ("openid", [], [.null, .null]),
      ("name", ["name"], [.null, ["given_name": "Jane", "family_name": "Appleseed"]]),
      ("email", ["email"], ["jane@example.com", .null]),
      (
        "email openid name", ["name", "email"],
        ["jane@example.com", ["given_name": "Jane", "family_name": "Appleseed"]]
      ),
    ] as [(String, [JSON], [JSON])])
  func `remembers the scope of the first consent`(scope: String, granted: [JSON], told: [JSON]) {
    let answer = world.signIn([JSON.Member("scope", .string(scope))])
    #expect(answer.json["authorized_scopes"] == .array(granted))
    #expect(first(answer) == told)
    let later = world.signIn()
    #expect(later.json["authorized_scopes"] == .array(granted))
    #expect(first(later) == nothing)
  }

  @Test func `grants later no more than it asks`() {
    _ = world.signIn()
    #expect(world.signIn([JSON.Member("scope", "email")]).json["authorized_scopes"] == ["email"])
    #expect(world.signIn([JSON.Member("scope", "")]).json["authorized_scopes"] == [])
  }

  @Test func `hides the address as chosen, and remembers`() {
    let hidden = world.signIn([JSON.Member("hide_email", true)]).json["email"]?.string ?? ""
    #expect(hidden.hasSuffix("@privaterelay.appleid.com"))
    #expect(
      world.signIn(account: "john").json["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
    let shown = world.signIn(account: "john", client: "com.example.other", [JSON.Member("hide_email", false)])
    #expect(shown.json["email"] == "john@example.com")
  }

  @Test(.shows(.relayPerTeam)) func `has one relay address for a team`() {
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    let addresses = ["com.example.app", "com.example.second", "com.example.other"].map {
      world.signIn(account: "john", client: $0).json["email"]?.string
    }
    #expect(addresses[0] != nil && addresses[0] == addresses[1])
    #expect(addresses[2] != nil && addresses[2] != addresses[0])
  }

  @Test(arguments: ["privaterelay.appleid.com", "private.icloud.com", "icloud.com"])
  func `makes relay addresses of relay_domain, and keeps older ones`(domain: String) {
    let old = world.signIn(account: "john").json["email"]
    world.set("relay_domain", .string(domain))
    let new = world.signIn(account: "john", client: "com.example.other").json["email"]?.string ?? ""
    #expect(new.wholeMatch(of: /[a-z0-9]{10,11}@(.+)/)?.1 == domain[...])
    _ = world.admin("DELETE", "accounts/john/consents/com.example.app")
    #expect(world.signIn(account: "john").json["email"] == old)
  }

  @Test func `takes the name as the person edits it`() {
    let name: JSON = [
      "given_name": "<script>alert(1)</script>", "family_name": "'; DROP TABLE x;--\u{0}\u{202E}",
    ]
    let answer = world.signIn([JSON.Member("full_name", name)])
    #expect(answer.json["full_name"] == name)
  }

  @Test(arguments: [
    ("unknown", 1000, "unknown"), ("cancel", 1001, "canceled"), ("invalid_response", 1002, "invalidResponse"),
    ("failed", 1004, "failed"),
  ])
  func `fails as AuthenticationServices does`(outcome: String, code: Int, name: String) {
    let answer = world.signIn([JSON.Member("outcome", .string(outcome))])
    #expect(answer.status == 201)
    #expect(
      answer.json == [
        "error": [
          "domain": "com.apple.AuthenticationServices.AuthorizationError", "code": .int(code),
          "name": .string(name),
        ]
      ])
    #expect(first(world.signIn()) == jane)
  }

  @Test func `tells what the account's real_user_status is`() throws {
    for status in 0...2 {
      let id = "person\(status)"
      _ = world.admin("POST", "accounts", ["id": .string(id), "real_user_status": .int(status)])
      let json = world.signIn(account: id).json
      #expect(json["real_user_status"] == .int(status))
      #expect(try world.verified(json["identity_token"]?.string)["real_user_status"] == .int(status))
    }
  }
}
