import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `The bearer of a migration` {
  let moving: Moving
  let world: World
  init() throws {
    moving = try Moving()
    world = moving.world
  }

  /// A person's own access token.
  private func token(_ account: String = "jane", client: String = "com.example.app") throws -> String {
    try world.redeem(world.code(account: account, client: client), client: client)
      .json["access_token"]?.string ?? "no token"
  }

  @Test(.shows(.migrationTokenReused)) func `takes a team's access token again and again`() throws {
    let bearer = try moving.teamToken()
    for account in ["jane", "john", "max", "jane"] {
      #expect(try moving.send(moving.sub(account), bearer: bearer).status == 200)
    }
  }

  @Test(.holds(.accessTokenUsed, .accessTokenOfAnotherUser))
  func `takes a person's access token once, for them`()
    throws
  {
    let sub = moving.sub()
    let bearer = try token()
    moving.expect(
      try moving.send(moving.sub("john"), bearer: bearer), "invalid_request",
      by: "access_token_of_another_user")
    #expect(try moving.send(sub, bearer: bearer).status == 200, "a refused call does not use it up")
    moving.expect(
      try moving.send(sub, bearer: bearer), "invalid_grant", by: "access_token_used",
      hint: "good for one call")
    let tokens = try world.redeem(world.code()).json
    let refreshed = try world.refresh(tokens["refresh_token"]?.string ?? "").json["access_token"]?.string
    #expect(try moving.send(sub, bearer: refreshed).status == 200)
  }

  @Test(.holds(.accessTokenUsed)) func `has one winner among 64 with a person's access token`() async throws {
    let moving = moving
    let sub = moving.sub()
    let bearer = try token()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<64 { group.addTask { try moving.send(sub, bearer: bearer) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.text == #"{"error":"invalid_grant"}"# }.count == 63)
  }

  @Test(.holds(.accessTokenExpired)) func `takes an access token for an hour`() throws {
    let sub = moving.sub()
    let bearers = [try moving.teamToken(), try token()]
    world.clock.now += 3599
    for bearer in bearers { #expect(try moving.send(sub, bearer: bearer).status == 200) }
    world.clock.now += 1
    for bearer in bearers {
      moving.expect(
        try moving.send(sub, bearer: bearer), "invalid_grant", by: "access_token_expired",
        hint: "expired 0 s ago")
    }
  }

  @Test(.holds(.accessTokenRevoked)) func `takes no access token that was ended`() throws {
    let sub = moving.sub()
    let bearer = try token()
    let transferred = try token()
    _ = try world.revoke(bearer)
    moving.expect(
      try moving.send(sub, bearer: bearer), "invalid_grant", by: "access_token_revoked", hint: "/auth/revoke")
    #expect(transferred != bearer)
    _ = moving.sub()
    let live = try token()
    moving.accept()
    moving.expect(
      try moving.send(sub, bearer: live), "invalid_grant", by: "access_token_revoked",
      hint: "transfer to another team")
  }

  @Test(.holds(.accessTokenRevoked, .revokedTokenOfAnotherClient))
  func `of a team is ended by its own client at the revocation endpoint`() throws {
    let sub = moving.sub()
    let bearer = try moving.teamToken()
    moving.expect(
      try world.revoke(bearer, client: "com.example.web"), "invalid_client",
      by: "revoked_token_of_another_client")
    #expect(try moving.send(sub, bearer: bearer).status == 200)
    #expect(try world.revoke(bearer).status == 200)
    moving.expect(
      try moving.send(sub, bearer: bearer), "invalid_grant", by: "access_token_revoked", hint: "/auth/revoke")
    #expect(try moving.send(sub, bearer: moving.teamToken()).status == 200)
    #expect(
      try moving.send(moving.sub(), bearer: token()).status == 200, "no person's authorization hangs on it")
  }

  @Test(.holds(.accessTokenUnknown)) func `takes no other bearer`() throws {
    let sub = moving.sub()
    let refresh = try world.redeem(world.code()).json["refresh_token"]?.string
    for bearer in ["x", refresh] {
      moving.expect(try moving.send(sub, bearer: bearer), "invalid_grant", by: "access_token_unknown")
    }
  }

  @Test(.holds(.accessTokenMissing), arguments: [nil, "", "Basic abc", "Bearer", "Bearer "])
  func `wants a bearer of the sender`(header: String?) throws {
    let answer = world.post(
      "/auth/usermigrationinfo",
      [
        ("sub", moving.sub()), ("target", "TEAM000002"), ("client_id", "com.example.app"),
        ("client_secret", try world.secret()),
      ], headers: header.map { ["Authorization": $0] } ?? [:])
    moving.expect(answer, "invalid_request", by: "access_token_missing", hint: "scope=user.migration")
  }

  @Test(arguments: ["Bearer ", "bearer ", "BEARER   "])
  func `takes a bearer however its scheme is spelled`(scheme: String) throws {
    let answer = world.post(
      "/auth/usermigrationinfo",
      [
        ("sub", moving.sub()), ("target", "TEAM000002"), ("client_id", "com.example.app"),
        ("client_secret", try world.secret()),
      ], headers: ["Authorization": scheme + (try moving.teamToken())])
    #expect(answer.status == 200, "\(answer.hint)")
  }

  @Test(.holds(.accessTokenOfAnotherClient)) func `takes an access token of the same client and team alone`()
    throws
  {
    let sub = moving.sub()
    moving.expect(
      try moving.send(sub, bearer: try token(client: "com.example.web")), "invalid_request",
      by: "access_token_of_another_client")
    moving.accept()
    let theirs = try moving.teamToken(secret: try moving.newSecret())
    moving.expect(
      try moving.send(sub, bearer: theirs), "invalid_request", by: "access_token_of_another_client",
      hint: "issued to team TEAM000002")
  }
}
