import AppleID
import JOSE
import Store

/// A request to `/auth/revoke` (RFC 7009 section 2.1; Apple, “Token revocation”).
package struct RevocationRequest: Sendable, Equatable {
  package let clientID: String
  package let clientSecret: String
  package let token: String
  package let tokenTypeHint: String?

  package init(clientID: String, clientSecret: String, token: String, tokenTypeHint: String? = nil) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.token = token
    self.tokenTypeHint = tokenTypeHint
  }
}

extension Provider {
  /// Apple's “Token revocation”: every token of the person in the app group dies, and the consent with them. What
  /// is no live token is answered alike, without effect.
  package func revoke(_ request: RevocationRequest, in context: Context) throws {
    let client = try authenticate(clientID: request.clientID, clientSecret: request.clientSecret, in: context)
    try store.write { tx in
      guard let holder = try tx.holder(ofLiveToken: request.token, at: context.now) else {
        context.notes.remarks.append("Nothing was revoked: " + Self.reason(request.token))
        return
      }
      context.notes.account = holder.account
      guard holder.clientID == client.clientID else {
        throw Refusal(
          .revokedTokenOfAnotherClient,
          hint: "The token was issued to \(holder.clientID); client_id is \(client.clientID).")
      }
      try check(request.tokenTypeHint, isRefreshToken: holder.isRefreshToken, in: context)
      guard let account = holder.account else {
        // A team's, from client_credentials: nobody's authorization hangs on it.
        return try tx.revokeAccessToken(request.token, by: .revocation, at: context.now)
      }
      let consent = try tx.consent(of: account, group: client.group)
      try end(account, group: client.group, by: .revocation, at: context.now, in: tx)
      if context.behaviour.revokeNotifies, let consent {
        try tell(.consentRevoked, about: consent, in: context, tx)
      }
    }
    if context.behaviour.revokeNotifies { sendNotifications() }
  }

  /// A hint that names the other type is ignored, as RFC 7009 asks, unless the switch says otherwise.
  private func check(_ hint: String?, isRefreshToken: Bool, in context: Context) throws(Refusal) {
    let type = isRefreshToken ? "refresh_token" : "access_token"
    guard let hint, hint != type, context.behaviour.revokeHintMismatch == .invalidGrant else { return }
    throw Refusal(
      .tokenTypeHintMismatch,
      hint: "token_type_hint is \(hint), but the token is \(isRefreshToken ? "a" : "an") \(type).")
  }

  private static func reason(_ token: String) -> String {
    if (try? JWS(compact: token)) != nil {
      return "an identity token cannot be revoked; send the refresh token."
    }
    return switch Artefact.kind(of: token) {
    case "c": "an authorization code cannot be revoked; send the refresh token."
    case nil: "the token is none of Apple's."
    default: "the token is not known, has expired, or was revoked before."
    }
  }
}
