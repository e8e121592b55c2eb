import AppleID
import Store

extension Provider {
  /// The client credentials grant for `user.migration` (RFC 6749 section 4.4; Apple, “Transferring your apps and users
  /// to another team”): an access token of the team itself, good for any number of calls within the hour.
  func clientCredentials(_ scope: String?, for client: Client, in context: Context) throws -> TokenResponse {
    guard let scope else {
      throw Refusal(
        .scopeMissing, hint: "scope is missing; grant_type=client_credentials wants scope=user.migration.")
    }
    guard scope == "user.migration" else {
      throw Refusal(
        .scopeUnknown, hint: "scope is \(scope); grant_type=client_credentials takes user.migration alone.")
    }
    let accessToken = try store.write { tx in
      let accessToken = ids.accessToken(tag: ids.tag(scope: client.clientID), scope: client.clientID)
      try tx.insertAccessToken(
        accessToken, clientID: client.clientID, account: nil, teamID: client.teamID,
        at: context.now)
      return accessToken
    }
    return TokenResponse(accessToken: accessToken, refreshToken: nil, idToken: nil)
  }
}
