import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A person` {
  let world: World
  let app: String
  let web: String

  init() throws {
    world = try World()
    app = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    web =
      try world.redeem(world.code(client: "com.example.web"), client: "com.example.web").json[
        "refresh_token"]?.string ?? ""
  }

  @Test(.holds(.refreshTokenRevoked, .codeRevoked))
  func `who stops using an app ends every token and code of its group`() throws {
    let code = world.code()
    #expect(world.admin("DELETE", "accounts/jane/consents/com.example.web").status == 204)
    #expect(try world.refresh(app).text == #"{"error":"invalid_grant"}"#)
    #expect(try world.refresh(web, client: "com.example.web").text == #"{"error":"invalid_grant"}"#)
    #expect(world.lastRequest["rule"] == "refresh_token_revoked")
    #expect(try world.redeem(code).text.contains("The code has expired or has been revoked."))
    #expect(world.lastRequest["rule"] == "code_revoked")
  }

  @Test(.shows(.relayOnReconsent)) func `who comes back is asked anew, under the same sub and relay address`()
    throws
  {
    let hidden: [JSON.Member] = [JSON.Member("hide_email", true)]
    let before = world.signIn(account: "max", client: "com.example.app").json
    let relay = world.signIn(account: "john", client: "com.example.app", hidden).json
    for account in ["john", "max"] {
      #expect(world.admin("DELETE", "accounts/\(account)/consents/com.example.app").status == 204)
    }
    let after = world.signIn(account: "max", client: "com.example.app").json
    #expect(after["user"] == before["user"])
    #expect(after["full_name"] == before["full_name"] && after["full_name"] != .null)
    #expect(world.signIn(account: "john", client: "com.example.app", hidden).json["email"] == relay["email"])
  }

  @Test(.shows(.nameOnReconsent), arguments: [(true, true), (false, false)])
  func `who comes back shares the name again, unless the switch name_on_reconsent says otherwise`(
    value: Bool, isShared: Bool
  ) throws {
    world.set("name_on_reconsent", .bool(value))
    #expect(world.admin("DELETE", "accounts/jane/consents/com.example.app").status == 204)
    let again = world.signIn().json
    #expect((again["full_name"] != .null) == isShared)
    #expect(again["email"] == "jane@example.com")
  }

  @Test func `who comes back may choose another scope`() throws {
    #expect(world.admin("DELETE", "accounts/jane/consents/com.example.app").status == 204)
    let again = world.signIn([JSON.Member("scope", "name")]).json
    #expect(again["email"] == .null)
    #expect(try world.verified(again["identity_token"]?.string)["email"] == nil)
  }

  @Test(.shows(.passwordEndsTokens))
  func `who changes the password ends the refresh tokens and nothing else`() throws {
    #expect(world.admin("POST", "accounts/jane/password-change").status == 200)
    #expect(try world.refresh(app).text == #"{"error":"invalid_grant"}"#)
    #expect(try world.refresh(web, client: "com.example.web").status == 400)
    #expect(world.signIn().json["full_name"] == .null)
    #expect(
      world.admin("GET", "accounts/jane/credential-state?client_id=com.example.app").json == [
        "state": "authorized"
      ])
  }

  @Test(.shows(.deletionEndsTokens)) func `who deletes the account is gone, and the id stays taken`() throws {
    let code = world.code()
    #expect(world.admin("DELETE", "accounts/jane").status == 204)
    #expect(try world.refresh(app).text == #"{"error":"invalid_grant"}"#)
    #expect(try world.redeem(code).status == 400)
    #expect(world.admin("GET", "accounts/jane").status == 404)
    #expect(world.admin("POST", "accounts", ["id": "jane"]).status == 409)
    #expect(world.signIn().status == 400)
    #expect(world.admin("DELETE", "accounts/jane").status == 404)
  }

  @Test(.shows(.credentialState)) func `has a credential state for each app`() throws {
    func state(_ account: String, _ client: String) -> JSON {
      world.admin("GET", "accounts/\(account)/credential-state?client_id=\(client)").json["state"] ?? .null
    }
    #expect(
      state("jane", "com.example.app") == "authorized" && state("jane", "com.example.web") == "authorized")
    #expect(state("jane", "com.example.other") == "not_found")
    _ = world.admin("DELETE", "accounts/jane/consents/com.example.app")
    #expect(state("jane", "com.example.app") == "revoked")
    _ = world.signIn(account: "john")
    _ = world.admin("DELETE", "accounts/john")
    #expect(
      state("john", "com.example.app") == "revoked" && state("john", "com.example.other") == "not_found")
  }

  @Test func `is not found where there is none, and without an app is no question`() throws {
    #expect(world.admin("GET", "accounts/nobody/credential-state?client_id=com.example.app").status == 404)
    #expect(world.admin("GET", "accounts/jane/credential-state?client_id=nobody").status == 404)
    #expect(
      world.admin("GET", "accounts/jane/credential-state").json["errors"]?.array?.first?["field"]
        == "client_id")
    #expect(world.admin("DELETE", "accounts/jane/consents/com.example.other").status == 404)
    #expect(world.admin("POST", "accounts/nobody/password-change").status == 404)
  }

  @Test func `sees what was allowed`() throws {
    let consents = world.admin("GET", "accounts/jane/consents").json["consents"]?.array
    #expect(
      consents == [
        [
          "client_id": "com.example.app", "scope": "name email", "hide_email": false,
          "consented_at": .int(World.start), "last_client_id": "com.example.web",
        ]
      ])
  }

  @Test func `may be changed`() throws {
    let changed = world.admin("PATCH", "accounts/jane", ["given_name": "Janet", "family_name": .null]).json
    #expect(changed["given_name"] == "Janet" && changed["family_name"] == .null)
    #expect(changed["email"] == "jane@example.com")
    #expect(world.admin("PATCH", "accounts/jane", ["id": "other"]).status == 400)
  }
}
