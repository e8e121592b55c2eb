package import AppleID
import SQL

extension Transaction {
  /// The refresh token as it was issued, revoked or not, or nil.
  package func refreshToken(_ token: String) throws -> RefreshToken? {
    try connection.row("SELECT * FROM refresh_token WHERE refresh_token = \(token)") { row throws(SQLError) in
      RefreshToken(
        token: try row.string("refresh_token"), clientID: try row.string("client_id"),
        account: try row.string("account"), tag: try row.string("tag"), authTime: try row.int("auth_time"),
        issuedAt: try row.int("issued_at"), usedAt: try row.int("used_at"),
        revokedAt: try row.optionalInt("revoked_at"),
        revokedBy: try row.optionalChoice("revoked_by", of: RefreshToken.Ending.self))
    }
  }

  /// Adds a refresh token.
  package func insert(_ token: RefreshToken) throws {
    try connection.run(
      """
      INSERT INTO refresh_token (refresh_token, client_id, account, tag, auth_time, issued_at, used_at)
      VALUES (\(token.token), \(token.clientID), \(token.account), \(token.tag), \(token.authTime), \(token.issuedAt),
        \(token.usedAt))
      """)
  }

  /// Notes that a refresh token was used.
  package func setUsed(_ token: RefreshToken, at now: Int) throws {
    try connection.run("UPDATE refresh_token SET used_at = \(now) WHERE refresh_token = \(token.token)")
  }

  /// Adds an access token, of a person or (nil) of a team.
  package func insertAccessToken(
    _ token: String, clientID: String, account: String?, teamID: String? = nil, at now: Int
  ) throws {
    try connection.run(
      """
      INSERT INTO access_token (access_token, client_id, account, team_id, issued_at)
      VALUES (\(token), \(clientID), \(account), \(teamID), \(now))
      """)
  }

  /// The access token as it was issued, used or not; nil where none was, or so long ago that it has been forgotten.
  package func accessToken(_ token: String) throws -> AccessToken? {
    try connection.row("SELECT * FROM access_token WHERE access_token = \(token)") { row throws(SQLError) in
      AccessToken(
        token: try row.string("access_token"), clientID: try row.string("client_id"),
        account: try row.optionalString("account"), teamID: try row.optionalString("team_id"),
        issuedAt: try row.int("issued_at"), usedAt: try row.optionalInt("used_at"),
        revokedAt: try row.optionalInt("revoked_at"),
        revokedBy: try row.optionalChoice("revoked_by", of: RefreshToken.Ending.self))
    }
  }

  /// Marks an access token as used; false where it was used before, so that of many only one wins.
  package func use(_ token: AccessToken, at now: Int) throws -> Bool {
    try connection.run(
      "UPDATE access_token SET used_at = \(now) WHERE access_token = \(token.token) AND used_at IS NULL") == 1
  }

  /// Ends one access token.
  package func revokeAccessToken(_ token: String, by ending: RefreshToken.Ending, at now: Int) throws {
    try connection.run(
      """
      UPDATE access_token SET revoked_at = \(now), revoked_by = \(ending.rawValue)
      WHERE access_token = \(token) AND revoked_at IS NULL
      """)
  }

  /// Whose live token this is, refresh or access, the account nil where it is a team's; nil where it is none. An access
  /// token lives an hour.
  package func holder(ofLiveToken token: String, at now: Int) throws -> (
    clientID: String, account: String?, isRefreshToken: Bool
  )? {
    try connection.row(
      """
      SELECT client_id, account, 1 AS is_refresh FROM refresh_token WHERE refresh_token = \(token) AND revoked_at IS NULL
      UNION ALL
      SELECT client_id, account, 0 FROM access_token WHERE access_token = \(token) AND revoked_at IS NULL
        AND issued_at + \(TokenResponse.expiresIn) > \(now)
      """
    ) { row throws(SQLError) in
      (try row.string("client_id"), try row.optionalString("account"), try row.bool("is_refresh"))
    }
  }

  /// Ends every refresh token of a person, or those of one client alone.
  package func revokeRefreshTokens(
    of account: String, clientID: String? = nil, by ending: RefreshToken.Ending, at now: Int
  ) throws {
    try connection.run(
      """
      UPDATE refresh_token SET revoked_at = \(now), revoked_by = \(ending.rawValue)
      WHERE account = \(account) AND revoked_at IS NULL AND client_id = coalesce(\(clientID), client_id)
      """)
  }

  /// Ends every token of a person in an app group.
  package func revokeTokens(
    of account: String, group: String, by ending: RefreshToken.Ending, at now: Int
  ) throws {
    try connection.run(
      """
      UPDATE refresh_token SET revoked_at = \(now), revoked_by = \(ending.rawValue)
      WHERE account = \(account) AND revoked_at IS NULL
        AND client_id IN (SELECT client_id FROM client WHERE coalesce("primary", client_id) = \(group))
      """)
    try connection.run(
      """
      UPDATE access_token SET revoked_at = \(now), revoked_by = \(ending.rawValue)
      WHERE account = \(account) AND revoked_at IS NULL
        AND client_id IN (SELECT client_id FROM client WHERE coalesce("primary", client_id) = \(group))
      """)
  }

  /// Forgets refresh tokens that were revoked before `moment`. Tells how many.
  package func forgetRefreshTokens(revokedBefore moment: Int) throws -> Int {
    try connection.run("DELETE FROM refresh_token WHERE revoked_at < \(moment)")
  }

  /// Forgets the live refresh tokens of a person and a client that nobody has used since `moment` and that are not among
  /// the newest `count`. Tells how many.
  package func forgetRefreshTokens(
    of account: String, clientID: String, unusedSince moment: Int, behind count: Int
  ) throws -> Int {
    let newestToGo = try connection.row(
      """
      SELECT issued_at FROM refresh_token WHERE account = \(account) AND client_id = \(clientID)
      ORDER BY issued_at DESC LIMIT 1 OFFSET \(count)
      """
    ) { row throws(SQLError) in try row.int("issued_at") }
    guard let newestToGo else { return 0 }
    return try connection.run(
      """
      DELETE FROM refresh_token WHERE account = \(account) AND client_id = \(clientID)
        AND issued_at <= \(min(newestToGo, moment)) AND used_at < \(moment) AND revoked_at IS NULL
      """)
  }

  /// Whose codes, of which clients, were redeemed among those issued since `moment`.
  package func redeemers(since moment: Int) throws -> [(account: String, clientID: String)] {
    try connection.rows(
      """
      SELECT DISTINCT account, client_id FROM authorization_code
      WHERE issued_at >= \(moment) AND used_at IS NOT NULL
      """
    ) { row throws(SQLError) in (try row.string("account"), try row.string("client_id")) }
  }

  /// Forgets access tokens issued before `moment`, when they have expired. Tells how many.
  package func forgetAccessTokens(issuedBefore moment: Int) throws -> Int {
    try connection.run("DELETE FROM access_token WHERE issued_at < \(moment)")
  }
}
