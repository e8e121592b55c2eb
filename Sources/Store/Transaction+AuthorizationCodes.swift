package import AppleID
import SQL

extension Transaction {
  /// The code as it was issued, used or not; nil where none was, or so long ago that it has been forgotten.
  package func authorizationCode(_ code: String) throws -> AuthorizationCode? {
    try connection.row("SELECT * FROM authorization_code WHERE code = \(code)") { row throws(SQLError) in
      AuthorizationCode(
        code: try row.string("code"), clientID: try row.string("client_id"),
        account: try row.string("account"),
        redirectURI: try row.optionalString("redirect_uri"), nonce: try row.optionalString("nonce"),
        codeChallenge: try Self.codeChallenge(row), tag: try row.string("tag"),
        authTime: try row.int("auth_time"),
        issuedAt: try row.int("issued_at"), usedAt: try row.optionalInt("used_at"),
        revokedAt: try row.optionalInt("revoked_at"),
        revokedBy: try row.optionalChoice("revoked_by", of: RefreshToken.Ending.self))
    }
  }

  /// Adds a code.
  package func insert(_ code: AuthorizationCode) throws {
    try connection.run(
      """
      INSERT INTO authorization_code (code, client_id, account, redirect_uri, nonce, code_challenge,
        code_challenge_method, tag, auth_time, issued_at)
      VALUES (\(code.code), \(code.clientID), \(code.account), \(code.redirectURI), \(code.nonce),
        \(code.codeChallenge?.value), \(code.codeChallenge?.method.rawValue), \(code.tag), \(code.authTime),
        \(code.issuedAt))
      """)
  }

  /// Marks a code as used; false where it was used before, so that of many only one wins.
  package func use(_ code: AuthorizationCode, at now: Int) throws -> Bool {
    try connection.run(
      "UPDATE authorization_code SET used_at = \(now) WHERE code = \(code.code) AND used_at IS NULL") == 1
  }

  /// Marks a code as used by an exchange that was refused.
  package func burn(_ code: AuthorizationCode, at now: Int) throws {
    try connection.run(
      """
      UPDATE authorization_code SET used_at = \(now), revoked_by = \(RefreshToken.Ending.refusal.rawValue)
      WHERE code = \(code.code) AND used_at IS NULL
      """)
  }

  /// Ends the codes of a person in an app group that have not been redeemed.
  package func revokeAuthorizationCodes(
    of account: String, group: String, by ending: RefreshToken.Ending, at now: Int
  ) throws {
    try connection.run(
      """
      UPDATE authorization_code SET revoked_at = \(now), revoked_by = \(ending.rawValue)
      WHERE account = \(account) AND used_at IS NULL AND revoked_at IS NULL
        AND client_id IN (SELECT client_id FROM client WHERE coalesce("primary", client_id) = \(group))
      """)
  }

  /// Forgets what was issued before `moment`: no answer depends on it any more. Tells how much it was.
  package func forgetAuthorizationCodes(issuedBefore moment: Int) throws -> Int {
    try connection.run("DELETE FROM authorization_code WHERE issued_at < \(moment)")
  }

  private static func codeChallenge(_ row: Row) throws(SQLError) -> CodeChallenge? {
    guard let value = try row.optionalString("code_challenge") else { return nil }
    return CodeChallenge(
      value: value, method: try row.choice("code_challenge_method", of: CodeChallenge.Method.self))
  }
}
