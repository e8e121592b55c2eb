import AppleID
import JOSE
import Store

/// A request to `/auth/revoke` (RFC 7009 section 2.1; Apple, “Token revocation”).
package struct RevocationRequest: Sendable, Equatable {
  package let clientID: String
  package let clientSecret: String
  package let token: String

  package init(clientID: String, clientSecret: String, token: String) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.token = token
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
      try tx.revokeTokens(of: holder.account, group: client.group, by: .revocation, at: context.now)
      try tx.revokeAuthorizationCodes(of: holder.account, group: client.group, at: context.now)
      _ = try tx.removeConsent(of: holder.account, group: client.group)
    }
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
