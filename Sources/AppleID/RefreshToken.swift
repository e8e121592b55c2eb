/// A refresh token: reusable, without a fixed end (RFC 6749 section 1.5; Apple, “Verifying a user”).
package struct RefreshToken: Sendable, Equatable {
  /// Who ended it.
  package enum Ending: String, Sendable, CaseIterable {
    case user, revocation, password, deletion, transfer, newer
    /// Of codes alone: a refused exchange, where the switch `refused_code` says so.
    case refusal
  }

  package let token: String
  package let clientID: String
  package let account: String
  package let tag: String
  /// When the person signed in, in seconds since 1970 of the clock that stamps.
  package let authTime: Int
  package let issuedAt: Int
  /// When it was issued or last used, in seconds since 1970.
  package let usedAt: Int
  /// Seconds since 1970; nil while it lives.
  package let revokedAt: Int?
  package let revokedBy: Ending?

  package init(
    token: String, clientID: String, account: String, tag: String, authTime: Int, issuedAt: Int,
    usedAt: Int? = nil, revokedAt: Int? = nil, revokedBy: Ending? = nil
  ) {
    self.token = token
    self.clientID = clientID
    self.account = account
    self.tag = tag
    self.authTime = authTime
    self.issuedAt = issuedAt
    self.usedAt = usedAt ?? issuedAt
    self.revokedAt = revokedAt
    self.revokedBy = revokedBy
  }

  /// Refuses a refresh by another client, or after the token was revoked or has been idle too long. `now` is in
  /// seconds.
  package func check(client: Client, at now: Int, behaviour: Behaviour) throws(Refusal) {
    guard client.clientID == clientID else {
      throw Refusal(
        .refreshTokenOfAnotherClient,
        hint: "The refresh token was issued to \(clientID), but client_id is \(client.clientID).")
    }
    guard let revokedBy else { return try checkIdle(at: now, limit: behaviour.refreshTokenIdle) }
    let byPerson = revokedBy == .user || revokedBy == .revocation
    throw Refusal(
      .refreshTokenRevoked, error: byPerson ? behaviour.refreshAfterRevocation.code : nil,
      hint:
        "The refresh token was ended by \(revokedBy.words). Sign the person out and let them sign in again.")
  }

  private func checkIdle(at now: Int, limit: Int?) throws(Refusal) {
    let idle = max(0, now - usedAt)
    guard let limit, idle > limit else { return }
    throw Refusal(
      .refreshTokenIdle,
      hint: "The refresh token was idle for \(idle) s; refresh_token_idle_s allows \(limit) s.")
  }
}

extension RefreshToken.Ending {
  /// Who that is, in a sentence.
  var words: String {
    switch self {
    case .user: "the person, who stopped using the app"
    case .revocation: "a call of /auth/revoke"
    case .password: "a change of the account's password"
    case .deletion: "the deletion of the account"
    case .transfer: "the app's transfer to another team"
    case .newer: "a newer sign-in of the same person (refresh_tokens: one)"
    case .refusal: "a refused exchange (switch refused_code: burnt)"
    }
  }
}
