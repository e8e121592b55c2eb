import AppleID
import Store

extension Provider {
  /// The refresh grant (RFC 6749 section 6): a new access token, no new refresh token.
  func refresh(_ sent: String, for client: Client, in context: Context) throws -> TokenResponse {
    let (token, person, accessToken) = try store.write { tx throws -> (RefreshToken, Person, String) in
      guard let token = try tx.refreshToken(sent) else {
        throw Refusal(
          .refreshTokenUnknown,
          hint: Mistake.instead(of: "refresh_token", sent: sent)
            ?? "No such refresh token was issued here, or it was forgotten, a month after its end.")
      }
      context.notes.account = token.account
      try token.check(client: client, at: context.now, behaviour: context.behaviour)
      guard let account = try tx.account(token.account) else {
        throw Refusal(.refreshTokenRevoked, hint: "The account behind the refresh token is gone.")
      }
      try limit(.refreshToken, token.token, of: client, context: context, in: tx)
      try limit(.account, account.id, of: client, context: context, in: tx)
      try tx.setUsed(token, at: context.now)
      let accessToken = ids.accessToken(tag: token.tag, scope: client.clientID + "/" + account.id)
      try tx.insertAccessToken(accessToken, clientID: client.clientID, account: account.id, at: context.now)
      let consent = try tx.consent(of: account.id, group: client.group)
      let person = try self.person(account, client: client, consent: consent, context: context, in: tx)
      return (token, person, accessToken)
    }
    let idToken =
      context.behaviour.idTokenOnRefresh
      ? try identityToken(
        about: person, for: client, nonce: nil, companion: .accessToken(accessToken),
        authTime: token.authTime,
        in: context) : nil
    return TokenResponse(accessToken: accessToken, refreshToken: nil, idToken: idToken)
  }
}
