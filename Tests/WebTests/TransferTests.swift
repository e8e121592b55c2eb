import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A transfer of an app` {
  private func start(_ world: World, _ client: String = "com.example.app", to team: String = Moving.to)
    -> Answer
  {
    world.admin("POST", "transfers", ["client_id": .string(client), "to_team": .string(team)])
  }

  @Test func `waits, is accepted, and closes after 60 days`() throws {
    let moving = try Moving()
    let world = moving.world
    var transfer: JSON = [
      "id": .string(moving.id), "client_id": "com.example.app", "from_team": "TEAM000001",
      "to_team": "TEAM000002", "state": "pending", "accepted_at": .null, "closes_at": .null,
    ]
    #expect(world.admin("GET", "transfers").json == ["transfers": [transfer]])
    world.clock.now += 100
    transfer = transfer.with("state", "accepted").with("accepted_at", .int(World.start + 100))
      .with("closes_at", .int(World.start + 100 + Moving.window))
    let accepted = moving.accept()
    #expect(accepted.status == 200 && accepted.json == transfer)
    #expect(moving.accept().status == 409)
    world.clock.now += Moving.window - 1
    #expect(world.admin("GET", "transfers?state=accepted").json == ["transfers": [transfer]])
    world.clock.now += 1
    #expect(
      world.admin("GET", "transfers?client_id=com.example.app").json
        == ["transfers": [transfer.with("state", "closed")]])
    #expect(world.admin("GET", "transfers?state=pending").json == ["transfers": []])
    #expect(world.admin("GET", "transfers?colour=red").status == 400)
    #expect(world.admin("POST", "transfers/nothing/accept").status == 404)
  }

  @Test(.shows(.transferMovesServices)) func `moves the Services IDs and the consents along`() throws {
    let moving = try Moving()
    let world = moving.world
    #expect(world.signIn(client: "com.example.web").status == 201)
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    #expect(world.admin("GET", "clients/com.example.app").json["team_id"] == "TEAM000001")
    moving.accept()
    #expect(world.admin("GET", "clients/com.example.app").json["team_id"] == "TEAM000002")
    #expect(world.admin("GET", "clients/com.example.web").json["team_id"] == "TEAM000002")
    #expect(world.admin("GET", "clients/com.example.second").json["team_id"] == "TEAM000001")
    let answer = world.signIn(client: "com.example.web").json
    #expect(answer["parameters"]?["user"] == nil, "the consent is the one that was given")
    let code = answer["parameters"]?["code"]?.string ?? ""
    let secret = try moving.newSecret("com.example.web")
    #expect(try world.redeem(code, client: "com.example.web", [("client_secret", secret)]).status == 200)
  }

  static let faults: [(JSON, String)] = [
    (["client_id": "nobody", "to_team": "TEAM000002"], "client_id"),
    (["client_id": "com.example.web", "to_team": "TEAM000002"], "client_id"),
    (["client_id": "com.example.grouped", "to_team": "TEAM000002"], "client_id"),
    (["client_id": "com.example.app", "to_team": "NOTEAM"], "to_team"),
    (["client_id": "com.example.other", "to_team": "TEAM000002"], "to_team"),
    (["to_team": "TEAM000002"], "client_id"), (["client_id": "com.example.app"], "to_team"),
    (["client_id": "com.example.app", "to_team": "TEAM000002", "colour": "red"], "colour"),
  ]
  @Test(arguments: faults) func `is of a primary app, to another team`(body: JSON, field: String) throws {
    let world = try World()
    _ = world.add(client: [JSON.Member("client_id", "com.example.grouped"), JSON.Member("kind", "app")])
    let answer = world.admin("POST", "transfers", body)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field, "\(answer.text)")
  }

  @Test func `wants other apps of the group ungrouped, also at its acceptance`() throws {
    let moving = try Moving()
    let world = moving.world
    _ = world.add(client: [JSON.Member("client_id", "com.example.grouped"), JSON.Member("kind", "app")])
    let detail = moving.accept().json["detail"]?.string ?? ""
    #expect(detail.hasPrefix("com.example.grouped must be ungrouped from com.example.app first"))
    #expect(start(world, "com.example.app").status == 409)
    #expect(world.admin("PATCH", "clients/com.example.grouped", ["primary": .null]).status == 200)
    #expect(moving.accept().status == 200)
  }

  @Test func `is one at a time for an app, and can go back`() throws {
    let moving = try Moving()
    let world = moving.world
    #expect(start(world).status == 409)
    moving.accept()
    let back = start(world, to: Moving.from)
    #expect(back.status == 201 && back.json["from_team"] == "TEAM000002")
    let id = back.json["id"]?.string ?? ""
    #expect(world.admin("POST", "transfers/\(id)/accept").status == 200)
    #expect(world.admin("GET", "clients/com.example.app").json["team_id"] == "TEAM000001")
    #expect(try world.redeem(world.code()).status == 200)
  }

  @Test(.shows(.transferEndsTokens), .holds(.refreshTokenRevoked, .codeRevoked))
  func `ends the old team's tokens and codes, in the whole group`() throws {
    let moving = try Moving()
    let world = moving.world
    let app = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    let web =
      try world.redeem(world.code(client: "com.example.web"), client: "com.example.web")
      .json["refresh_token"]?.string ?? ""
    let waiting = world.code()
    moving.accept()
    for (token, client) in [(app, "com.example.app"), (web, "com.example.web")] {
      let secret = try moving.newSecret(client)
      let answer = try world.refresh(token, client: client, [("client_secret", secret)])
      moving.expect(answer, "invalid_grant", by: "refresh_token_revoked", hint: "transfer to another team")
    }
    let answer = try world.redeem(waiting, [("client_secret", try moving.newSecret())])
    #expect(
      answer.text
        == #"{"error":"invalid_grant","error_description":"The code has expired or has been revoked."}"#)
    #expect(answer.hint.contains("ended by the app's transfer to another team"))
  }

  @Test(.shows(.subjectPerTeam, .relayPerTeam)) func `gives everybody a new sub and a new relay address`()
    throws
  {
    let moving = try Moving()
    let world = moving.world
    let before = try world.verified(world.signIn(account: "john").json["identity_token"]?.string)
    moving.accept()
    let after = try world.verified(world.signIn(account: "john").json["identity_token"]?.string)
    #expect(before["sub"] != after["sub"] && before["email"] != after["email"])
    #expect(after["is_private_email"] == true)
  }

  @Test(.shows(.transferSubClaim)) func `puts transfer_sub into identity tokens for 60 days`() throws {
    let moving = try Moving()
    let world = moving.world
    let transferSub = try moving.transferSub(moving.sub("max"))
    func claims(_ account: String = "max") throws -> JSON {
      try world.verified(world.signIn(account: account).json["identity_token"]?.string)
    }
    #expect(try claims()["transfer_sub"] == nil)
    moving.accept()
    #expect(try claims()["transfer_sub"]?.string == transferSub)
    #expect(
      try claims().members?.map(\.name).suffix(4) == [
        "nonce_supported", "real_user_status", "transfer_sub", "org_id",
      ])
    #expect(try claims("john")["transfer_sub"] == nil, "the old team never knew John")
    world.clock.now += Moving.window - 1
    #expect(try claims()["transfer_sub"]?.string == transferSub)
    world.clock.now += 1
    #expect(try claims()["transfer_sub"] == nil)
  }

  @Test(.shows(.transferredState)) func `leaves a credential transferred until the next sign-in`() throws {
    let moving = try Moving()
    let world = moving.world
    func state(_ account: String, _ client: String = "com.example.app") -> String? {
      world.admin("GET", "accounts/\(account)/credential-state?client_id=\(client)").json["state"]?.string
    }
    _ = (moving.sub("jane"), moving.sub("john"), moving.sub("max"))
    _ = world.admin("DELETE", "accounts/max/consents/com.example.app")
    #expect(state("jane") == "authorized")
    moving.accept()
    #expect(state("jane") == "transferred" && state("jane", "com.example.web") == "transferred")
    #expect(state("max") == "revoked")
    #expect(world.signIn(account: "jane", client: "com.example.web").status == 201)
    #expect(state("jane") == "authorized" && state("john") == "transferred")

    let back = start(world, to: Moving.from).json["id"]?.string ?? ""
    _ = world.admin("POST", "transfers/\(back)/accept")
    #expect(state("jane") == "transferred")
    #expect(state("john") == "authorized", "the app still has the identifier of this team")
  }

  @Test(.shows(.silentSignIn)) func `lets a person sign in by the old identifier`() throws {
    let moving = try Moving()
    let world = moving.world
    let old = moving.sub()
    let other = world.signIn(account: "john", client: "com.example.other").json["user"]?.string ?? ""
    moving.accept()
    func signIn(_ members: [JSON.Member]) -> Answer {
      world.admin("POST", "sign-ins", .object([JSON.Member("client_id", "com.example.app")] + members))
    }
    let answer = signIn([JSON.Member("user", .string(old))])
    #expect(answer.status == 201 && answer.json["email"] == .null && answer.json["full_name"] == .null)
    let new = answer.json["user"]?.string ?? ""
    #expect(new != old && new == moving.sub())
    #expect(signIn([JSON.Member("user", .string(new))]).json["user"]?.string == new)
    #expect(signIn([JSON.Member("user", .string(old)), JSON.Member("account", "jane")]).status == 201)
    let bad: [[JSON.Member]] = [
      [JSON.Member("user", "000000.nobody.0000")],
      [JSON.Member("user", .string(old)), JSON.Member("account", "john")],
      [JSON.Member("user", .string(old)), JSON.Member("flow", "web")],
    ]
    for members in bad {
      let answer = signIn(members)
      #expect(answer.status == 400)
      #expect(answer.json["errors"]?.array?.first?["field"] == "user", "\(answer.text)")
    }
    #expect(signIn([JSON.Member("user", .string(old)), JSON.Member("new_account", [:])]).status == 400)
    // An identifier of the new team from another of its apps is as good as one of this app's.
    #expect(signIn([JSON.Member("user", .string(other))]).status == 201)
  }

  @Test func `is in a snapshot, gone with a reset, and gone with its app`() throws {
    let moving = try Moving()
    let world = moving.world
    let transferSub = try moving.transferSub(moving.sub())
    moving.accept()
    let snapshot = world.admin("GET", "snapshot").json
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.admin("GET", "transfers").json == ["transfers": []])
    #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
    #expect(try moving.receive(transferSub).status == 200)
    #expect(world.admin("DELETE", "clients/com.example.app").status == 204)
    #expect(world.admin("GET", "transfers").json == ["transfers": []])
  }
}
