package import AppleID
import SQL

extension Transaction {
  /// The live consent of a person to an app group, or nil.
  package func consent(of account: String, group: String) throws -> Consent? {
    try connection.row(
      "SELECT * FROM consent WHERE account = \(account) AND \"group\" = \(group) AND ended_at IS NULL",
      Self.consent)
  }

  /// The live consents of a person, oldest first.
  package func consents(of account: String) throws -> [Consent] {
    try connection.rows(
      "SELECT * FROM consent WHERE account = \(account) AND ended_at IS NULL ORDER BY consented_at, \"group\"",
      Self.consent)
  }

  /// Whether a person has ever consented to an app group, also where it has ended.
  package func hasEverConsented(_ account: String, group: String) throws -> Bool {
    try connection.row("SELECT 1 AS n FROM consent WHERE account = \(account) AND \"group\" = \(group)") {
      row throws(SQLError) in try row.int("n")
    } != nil
  }

  /// Adds a consent, in the place of one that has ended.
  package func insert(_ consent: Consent) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO consent (account, "group", name, email, hide_email, consented_at, last_client_id)
      VALUES (\(consent.account), \(consent.group), \(consent.scope.name), \(consent.scope.email),
        \(consent.hideEmail), \(consent.consentedAt), \(consent.lastClientID))
      """)
  }

  /// Notes which client of the group was authorized last, with the team of today.
  package func setLastClient(_ clientID: String, of consent: Consent) throws {
    try connection.run(
      """
      UPDATE consent SET last_client_id = \(clientID), transferred_from = NULL
      WHERE account = \(consent.account) AND "group" = \(consent.group)
      """)
  }

  /// Ends a live consent; false where there is none.
  package func endConsent(of account: String, group: String, at now: Int) throws -> Bool {
    try connection.run(
      """
      UPDATE consent SET ended_at = \(now)
      WHERE account = \(account) AND "group" = \(group) AND ended_at IS NULL
      """) == 1
  }

  /// Forgets every consent to a client's own group, and every code and token of the client.
  package func forgetAuthorizations(of clientID: String) throws {
    try connection.run("DELETE FROM consent WHERE \"group\" = \(clientID)")
    try connection.run("DELETE FROM authorization_code WHERE client_id = \(clientID)")
    try connection.run("DELETE FROM refresh_token WHERE client_id = \(clientID)")
    try connection.run("DELETE FROM access_token WHERE client_id = \(clientID)")
  }

  private static func consent(_ row: Row) throws(SQLError) -> Consent {
    Consent(
      account: try row.string("account"), group: try row.string("group"),
      scope: Scope(name: try row.bool("name"), email: try row.bool("email")),
      hideEmail: try row.bool("hide_email"),
      consentedAt: try row.int("consented_at"), lastClientID: try row.string("last_client_id"),
      transferredFrom: try row.optionalString("transferred_from"))
  }
}
