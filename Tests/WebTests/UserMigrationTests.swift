import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `Migrating a user` {
  let moving: Moving
  let world: World
  init() throws {
    moving = try Moving()
    world = moving.world
  }

  @Test(.shows(.jsonHeaders)) func `gives the sender a transfer_sub`() throws {
    let sub = moving.sub()
    let answer = try moving.send(sub, bearer: try moving.teamToken())
    #expect(answer.status == 200)
    #expect(answer.json.members?.map(\.name) == ["transfer_sub"])
    let transferSub = answer.json["transfer_sub"]?.string ?? ""
    #expect(transferSub.wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil && transferSub != sub)
    #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
    #expect(answer.header("Cache-Control") == "no-store" && answer.header("Pragma") == "no-cache")
    #expect(world.lastRequest["endpoint"] == "usermigrationinfo")
    #expect(world.lastRequest["client_id"] == "com.example.app" && world.lastRequest["account"] == "jane")
  }

  @Test(.shows(.transferSubStable)) func `calls a person the same in every app between the two teams`() throws
  {
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    _ = world.admin("POST", "transfers", ["client_id": "com.example.second", "to_team": "TEAM000002"])
    let sub = moving.sub()
    #expect(world.signIn(client: "com.example.second").json["user"]?.string == sub)
    let first = try moving.transferSub(sub)
    #expect(try moving.transferSub(sub) == first)
    #expect(try moving.transferSub(moving.sub("john")) != first)
    let secret = try world.secret("com.example.second")
    let answer = world.post(
      "/auth/token",
      [
        ("grant_type", "client_credentials"), ("scope", "user.migration"),
        ("client_id", "com.example.second"), ("client_secret", secret),
      ])
    let bearer = answer.json["access_token"]?.string
    let second = try moving.send(
      sub, bearer: bearer, [("client_id", "com.example.second"), ("client_secret", secret)])
    #expect(second.json["transfer_sub"]?.string == first)
    moving.accept()
    world.clock.now += 1000
    #expect(try moving.transferSub(sub) == first, "also after the acceptance")
  }

  @Test(.shows(.receiverWithoutBearer)) func `gives the receiver the new sub, and a relay address`() throws {
    let jane = try moving.transferSub(moving.sub())
    let john = try moving.transferSub(moving.sub("john"))
    moving.accept()
    let answer = try moving.receive(jane)
    #expect(answer.json.members?.map(\.name) == ["sub"])
    #expect(answer.json["sub"]?.string == moving.sub())
    let hidden = try moving.receive(john, bearer: try moving.teamToken(secret: try moving.newSecret()))
    #expect(hidden.json.members?.map(\.name) == ["sub", "email", "is_private_email"])
    #expect(hidden.json["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
    #expect(hidden.json["is_private_email"] == true)
    #expect(world.lastRequest["account"] == "john")
    let token = try world.verified(world.signIn(account: "john").json["identity_token"]?.string)
    #expect(token["email"] == hidden.json["email"] && token["sub"] == hidden.json["sub"])
    moving.expect(
      try moving.receive(jane, bearer: "garbage"), "invalid_grant", by: "access_token_unknown")
  }

  @Test(.shows(.senderMigrates))
  func `is the sender's for 60 days by their own secret, and no other call is`()
    throws
  {
    let sub = moving.sub()
    let other = moving.sub("john")
    let before = try moving.teamToken()
    moving.accept()
    let secret = try world.secret()
    #expect(try moving.send(sub, bearer: before).status == 200, "a team's token outlives the transfer")
    // Twice, so that a remembered verdict is asked, too; and in between where it must not be.
    for _ in 1...2 {
      #expect(try moving.send(sub, bearer: try moving.teamToken(secret: secret)).status == 200)
      let refused = try world.redeem(world.code(), [("client_secret", secret)])
      moving.expect(
        refused, "invalid_client", by: "client_secret_iss_mismatch",
        hint: "com.example.app was transferred to TEAM000002")
      #expect(try world.refresh("r", [("client_secret", secret)]).text == #"{"error":"invalid_client"}"#)
      #expect(try world.revoke("r", [("client_secret", secret)]).text == #"{"error":"invalid_client"}"#)
    }
    world.clock.now += Moving.window - 1
    let late = try world.secret()
    #expect(try moving.send(other, bearer: try moving.teamToken(secret: late)).status == 200)
    world.clock.now += 1
    #expect(try moving.teamToken(secret: late).contains("invalid_client"))
    moving.expect(
      try moving.send(other, bearer: "x", [("client_secret", late)]), "invalid_client",
      by: "client_secret_iss_mismatch", hint: "secrets of TEAM000001 were good for")
  }

  @Test(.holds(.transferInactive)) func `is refused to the receiver after 60 days`() throws {
    let transferSub = try moving.transferSub(moving.sub())
    moving.accept()
    world.clock.now += Moving.window - 1
    #expect(try moving.receive(transferSub).status == 200)
    world.clock.now += 1
    moving.expect(
      try moving.receive(transferSub), "invalid_request", by: "transfer_inactive", hint: "ended 0 s ago")
  }

  @Test(.holds(.transferTargetMismatch), .shows(.transferSubEarly))
  func `begins before the transfer is started, towards any other team`()
    throws
  {
    let still = try Moving(starting: false)
    let sub = still.sub()
    let bearer = try still.teamToken()
    for target in ["TEAM000001", "NOTEAM"] {
      still.expect(
        try still.send(sub, bearer: bearer, [("target", target)]), "invalid_request",
        by: "transfer_target_mismatch", hint: "target is \(target)")
    }
    let early = try still.send(sub, bearer: bearer).json["transfer_sub"]?.string ?? ""
    #expect(!early.isEmpty)
    #expect(try still.receive(early).text == #"{"error":"invalid_client"}"#)
    let started = still.world.admin(
      "POST", "transfers", ["client_id": "com.example.app", "to_team": "TEAM000002"])
    #expect(try still.transferSub(sub) == early)
    _ = still.world.admin("POST", "transfers/\(started.json["id"]?.string ?? "")/accept")
    #expect(try still.receive(early).status == 200)
  }

  @Test(.holds(.transferInactive)) func `runs the other way after a transfer back`() throws {
    let sub = moving.sub()
    let there = try moving.transferSub(sub)
    moving.accept()
    let new = moving.sub()
    let back = world.admin("POST", "transfers", ["client_id": "com.example.app", "to_team": "TEAM000001"])
    let id = back.json["id"]?.string ?? ""
    let secret = try moving.newSecret()
    let bearer = try moving.teamToken(secret: secret)
    let sent = try moving.send(new, bearer: bearer, [("target", "TEAM000001"), ("client_secret", secret)])
    let transferSub = sent.json["transfer_sub"]?.string ?? ""
    #expect(transferSub != there)
    moving.expect(
      try moving.receive(transferSub, [("client_secret", try world.secret())]), "invalid_request",
      by: "transfer_inactive", hint: "mockapple transfer accept \(id)")
    #expect(world.admin("POST", "transfers/\(id)/accept").status == 200)
    let received = try moving.receive(transferSub, [("client_secret", try world.secret())])
    #expect(received.json["sub"]?.string == sub, "the old sub, as the person is the same to the team")
    let token = try world.verified(world.signIn().json["identity_token"]?.string)
    #expect(token["sub"]?.string == sub && token["transfer_sub"]?.string == transferSub)
  }

  @Test(.holds(.transferTargetMismatch), arguments: ["TEAM000001", "NOTEAM", "team000002"])
  func `wants the recipient as target`(target: String) throws {
    moving.expect(
      try moving.send(moving.sub(), bearer: try moving.teamToken(), [("target", target)]), "invalid_request",
      by: "transfer_target_mismatch", hint: "transferred to TEAM000002")
  }

  @Test(.holds(.migrationSubUnknown, .migrationSubOfAnotherTeam)) func `wants a sub of the sending team`()
    throws
  {
    let bearer = try moving.teamToken()
    let transferSub = try moving.transferSub(moving.sub())
    let other = world.signIn(client: "com.example.other").json["user"]?.string ?? ""
    for (sub, rule) in [
      ("x", "migration_sub_unknown"), (transferSub, "migration_sub_unknown"),
      (other, "migration_sub_of_another_team"),
    ] {
      moving.expect(try moving.send(sub, bearer: bearer), "invalid_request", by: rule)
    }
  }

  @Test(.holds(.transferSubUnknown, .transferSubOfAnotherTeam))
  func `wants a transfer_sub of the receiving team`()
    throws
  {
    let sub = moving.sub()
    let transferSub = try moving.transferSub(sub)
    moving.expect(
      try moving.receive(transferSub, [("client_secret", try world.secret())]), "invalid_request",
      by: "transfer_sub_of_another_team", hint: "generated for team TEAM000002")
    moving.accept()
    for wrong in ["x", sub] {
      moving.expect(try moving.receive(wrong), "invalid_request", by: "transfer_sub_unknown")
    }
  }

  @Test(.holds(.migrationConsentEnded)) func `wants a person who still uses the app, both ways`() throws {
    let sub = moving.sub()
    let bearer = try moving.teamToken()
    let transferSub = try moving.transferSub(sub)
    _ = world.admin("DELETE", "accounts/jane/consents/com.example.app")
    moving.expect(try moving.send(sub, bearer: bearer), "invalid_request", by: "migration_consent_ended")
    moving.accept()
    moving.expect(try moving.receive(transferSub), "invalid_request", by: "migration_consent_ended")
    let john = world.signIn(account: "john").json["user"]?.string
    #expect(john != nil && world.admin("DELETE", "accounts/john").status == 204)
    moving.expect(
      try moving.send(john ?? "", bearer: bearer), "invalid_request", by: "migration_sub_of_another_team")
  }

  @Test(
    .holds(.missingParameter, .migrationDirectionUnclear),
    arguments: [
      ("client_id", "missing_parameter"), ("client_secret", "missing_parameter"),
      ("sub", "missing_parameter"),
      ("target", "missing_parameter"), ("transfer_sub", "migration_direction_unclear"),
    ])
  func `wants the parameters of one direction`(name: String, rule: String) throws {
    let over = [(name, name == "transfer_sub" ? "x" : nil)]
    moving.expect(
      try moving.send(moving.sub(), bearer: try moving.teamToken(), over), "invalid_request", by: rule,
      hint: name)
  }

  @Test(.holds(.missingParameter), arguments: ["sub", "target", "transfer_sub"])
  func `says of an empty parameter that it is empty`(name: String) throws {
    moving.accept()
    let answer =
      name == "transfer_sub"
      ? try moving.receive("") : try moving.send(moving.sub(), bearer: "x", [(name, "")])
    moving.expect(answer, "invalid_request", by: "missing_parameter", hint: "\(name) was sent empty.")
  }

  @Test(.holds(.wrongContentType, .methodNotAllowed)) func `is a posted form`() {
    let answer = world.post(
      "/auth/usermigrationinfo", [("sub", "x")], headers: ["Content-Type": "application/json"])
    moving.expect(answer, "invalid_request", by: "wrong_content_type")
    #expect(world.get("/auth/usermigrationinfo").status == 405)
  }

  @Test(.holds(.clientSecretSubMismatch)) func `wants a good client_secret first`() throws {
    moving.expect(
      try moving.send("x", bearer: nil, [("client_secret", try world.secret("com.example.web"))]),
      "invalid_client", by: "client_secret_sub_mismatch")
  }

  @Test(.holds(.rateLimited)) func `is met by limits and faults`() throws {
    let sub = moving.sub()
    let bearer = try moving.teamToken()
    let limits: JSON = [
      "rate_limits": [["endpoint": "usermigrationinfo", "per": "account", "limit": 1, "window_s": 60]]
    ]
    #expect(world.admin("PUT", "rate-limits", limits).status == 200)
    #expect(try moving.send(sub, bearer: bearer).status == 200)
    #expect(try moving.send(sub, bearer: bearer).status == 429)
    let fault: JSON = [
      "endpoint": "usermigrationinfo", "match": ["account": "john"],
      "effect": ["type": "status", "status": 503],
    ]
    #expect(world.admin("POST", "faults", fault).status == 201)
    #expect(try moving.send(moving.sub("john"), bearer: bearer).status == 503)
    #expect(try moving.send(moving.sub("max"), bearer: bearer).status == 200)
  }

  @Test func `has secrets minted for either team`() throws {
    moving.accept()
    for (keyID, status) in [("KEY0000001", 200), ("KEY0000002", 200)] {
      let made = world.admin(
        "POST", "client-secrets", ["client_id": "com.example.app", "key_id": .string(keyID)])
      let token = try moving.teamToken(secret: made.json["client_secret"]?.string ?? "")
      #expect(status == 200 && token.hasPrefix("a"), "\(token)")
    }
  }
}
