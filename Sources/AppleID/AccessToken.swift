/// An access token: of a person, good for one call of `/auth/usermigrationinfo`, or of a team (`user.migration`), good
/// for any number, both for an hour (Apple Forums 761277).
package struct AccessToken: Sendable, Equatable {
  package let token: String
  package let clientID: String
  /// nil for one of a team.
  package let account: String?
  /// The team it was issued to; nil where it is that of the client.
  package let teamID: String?
  /// Seconds since 1970.
  package let issuedAt: Int
  /// Seconds since 1970; nil until it was used.
  package let usedAt: Int?
  /// Seconds since 1970; nil while it lives.
  package let revokedAt: Int?
  package let revokedBy: RefreshToken.Ending?

  package init(
    token: String, clientID: String, account: String?, teamID: String?, issuedAt: Int, usedAt: Int?,
    revokedAt: Int?, revokedBy: RefreshToken.Ending?
  ) {
    self.token = token
    self.clientID = clientID
    self.account = account
    self.teamID = teamID
    self.issuedAt = issuedAt
    self.usedAt = usedAt
    self.revokedAt = revokedAt
    self.revokedBy = revokedBy
  }

  /// Refuses it to another client or team, and after its end. `now` is in seconds.
  package func check(client: Client, at now: Int) throws(Refusal) {
    let age = max(0, now - issuedAt)
    guard age < TokenResponse.expiresIn else {
      throw Refusal(
        .accessTokenExpired,
        hint: "The access token expired \(age - TokenResponse.expiresIn) s ago; it lives "
          + "\(TokenResponse.expiresIn) s. Get a new one: grant_type=client_credentials&scope=user.migration."
      )
    }
    guard revokedAt == nil else {
      throw Refusal(
        .accessTokenRevoked,
        hint: "The access token was ended by \(revokedBy?.words ?? "whoever ended the authorization").")
    }
    if let usedAt {
      throw Refusal(
        .accessTokenUsed,
        hint:
          "The access token was used \(max(0, now - usedAt)) s ago; one of a person is good for one call. "
          + "For many calls: grant_type=client_credentials&scope=user.migration.")
    }
    guard clientID == client.clientID, teamID == nil || teamID == client.teamID else {
      let issued = teamID.map { "team \($0) for \(clientID)" } ?? clientID
      throw Refusal(
        .accessTokenOfAnotherClient,
        hint: "The access token was issued to \(issued), but the request is of \(client.clientID) "
          + "by team \(client.teamID).")
    }
  }

  /// Refuses it for another person than the one it was issued for; one of a team is good for everyone.
  package func check(account: String) throws(Refusal) {
    guard let own = self.account, own != account else { return }
    throw Refusal(
      .accessTokenOfAnotherUser,
      hint: "The access token is one of \(own), but the identifier is one of \(account).")
  }
}
