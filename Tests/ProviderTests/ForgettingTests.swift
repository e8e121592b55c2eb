import AppleID
import JSON
import Provider
import Store
import TestSupport
import Testing

@Suite struct `What has ended` {
  private let world: World
  init() throws { world = try World() }

  private static let month = 30 * 86400

  private func advance(_ seconds: Int) {
    _ = world.admin("POST", "clock/advance", ["seconds": .int(seconds)])
  }

  private func token(_ account: String = "jane") throws -> String {
    try world.redeem(world.code(account: account)).json["refresh_token"]?.string ?? ""
  }

  private func isKnown(_ token: String) throws -> Bool {
    try world.provider.store.read { try $0.refreshToken(token) } != nil
  }

  @Test func `is remembered for a month: a revoked refresh token`() throws {
    let token = try token()
    _ = world.admin("POST", "accounts/jane/password-change")
    advance(Self.month - 3600)
    #expect(try world.refresh(token).hint.contains("a change of the account's password"))
    advance(2 * 3600)
    let answer = try world.refresh(token)
    #expect(answer.json["error"] == "invalid_grant")
    #expect(answer.hint.contains("it was forgotten, a month after its end"))
    #expect(try !isKnown(token))
  }

  @Test func `is remembered for a month: a deleted account, and what it was called`() throws {
    let (code, known) = (world.code(account: "john"), try token("john"))
    let sub = world.signIn(account: "john").json["user"]?.string ?? ""
    let state = "accounts/john/credential-state?client_id=com.example.app"
    _ = world.admin("DELETE", "accounts/john")
    advance(Self.month - 3600)
    #expect(world.admin("GET", state).json["state"] == "revoked")
    #expect(world.admin("POST", "accounts", ["id": "john"]).status == 409)
    advance(2 * 3600)
    #expect(world.admin("GET", state).status == 404)
    let left = try world.provider.store.read { tx in
      [
        try tx.holder(ofUserIdentifier: sub) != nil, try tx.refreshToken(known) != nil,
        try tx.authorizationCode(code) != nil, try tx.hasEverConsented("john", group: "com.example.app"),
      ]
    }
    #expect(left == [false, false, false, false])
    #expect(world.admin("POST", "accounts", ["id": "john", "email": "john@example.com"]).status == 201)
    let again = world.signIn(account: "john").json
    #expect(again["user"]?.string != sub)
    #expect(again["email"]?.string == "john@example.com", "a first sign-in")
  }

  @Test func `does not take what lives with it: refresh tokens have no end`() throws {
    let tokens = try (0..<100).map { _ in try token() }
    let other = try token("max")
    _ = world.admin("DELETE", "accounts/john")
    advance(400 * 86400)
    for token in [tokens[0], tokens[50], other] { #expect(try world.refresh(token).status == 200) }
    #expect(world.signIn().json["email"] == .null, "not a first sign-in")
  }

  @Test func `counts for refresh tokens behind a hundred newer ones, where nobody uses them`() throws {
    let tokens = try (0..<103).map { _ in
      advance(1)
      return try token()
    }
    let other = try token("max")
    advance(Self.month - 86400)
    #expect(try world.refresh(tokens[1]).status == 200)
    advance(2 * 86400)
    #expect(try isKnown(tokens[0]), "only a new one brings it to mind")
    let newest = try token()
    advance(3600)
    #expect(try isKnown(newest))
    #expect(try !isKnown(tokens[0]))
    #expect(try isKnown(tokens[1]), "it is in use")
    #expect(try !isKnown(tokens[3]))
    #expect(try isKnown(tokens[4]))
    #expect(try isKnown(other))
  }
}
