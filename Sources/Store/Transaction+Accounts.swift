package import AppleID
import SQL

extension Transaction {
  /// Every account that has not been deleted, oldest first.
  package func accounts() throws -> [Account] {
    try connection.rows("SELECT * FROM account WHERE deleted_at IS NULL ORDER BY rowid", Self.account)
  }

  /// The live account with that id, or nil.
  package func account(_ id: String) throws -> Account? {
    try connection.row("SELECT * FROM account WHERE id = \(id) AND deleted_at IS NULL", Self.account)
  }

  /// The live account that an id, an e-mail address, a relay address or a `sub` names, in this order; or nil.
  package func account(named name: String) throws -> Account? {
    if let account = try account(name) { return account }
    return try connection.row(
      """
      SELECT * FROM account WHERE deleted_at IS NULL AND (email = \(name)
        OR id = (SELECT account FROM user_identifier WHERE sub = \(name))
        OR id = (SELECT account FROM private_email WHERE address = \(name)))
      ORDER BY rowid LIMIT 1
      """, Self.account)
  }

  /// Marks an account as deleted; its id stays taken.
  package func deleteAccount(_ id: String, at now: Int) throws {
    try connection.run("UPDATE account SET deleted_at = \(now) WHERE id = \(id)")
  }

  /// Forgets accounts that were deleted before `moment`, and what they were called by anybody: their ids are free again.
  /// Tells how many.
  package func forgetAccounts(deletedBefore moment: Int) throws -> Int {
    let gone: SQL = "SELECT id FROM account WHERE deleted_at < \(moment)"
    // Some of the tables are not ordered by account: without anybody to forget they are left alone.
    let isAny = try connection.row("SELECT 1 AS n FROM (\(gone)) LIMIT 1") { row throws(SQLError) in
      try row.int("n")
    }
    guard isAny != nil else { return 0 }
    for table in Schema.tablesOfAccounts {
      try connection.run("DELETE FROM \(identifier: table) WHERE account IN (\(gone))")
    }
    return try connection.run("DELETE FROM account WHERE deleted_at < \(moment)")
  }

  /// Puts a changed account in the place of the one with its id.
  package func update(_ account: Account) throws {
    try connection.run(
      """
      UPDATE account SET email = \(account.email), email_verified = \(account.emailVerified),
        given_name = \(account.givenName), family_name = \(account.familyName),
        real_user_status = \(account.realUserStatus), org_id = \(account.orgID), hide_email = \(account.hideEmail)
      WHERE id = \(account.id)
      """)
  }

  /// Whether an id is taken, also by a deleted account.
  package func hasAccount(_ id: String) throws -> Bool {
    try connection.row("SELECT 1 AS n FROM account WHERE id = \(id)") { row throws(SQLError) in
      try row.int("n")
    } != nil
  }

  /// Adds an account.
  package func insert(_ account: Account) throws {
    try connection.run(
      """
      INSERT INTO account (id, email, email_verified, given_name, family_name, real_user_status, org_id, hide_email)
      VALUES (\(account.id), \(account.email), \(account.emailVerified), \(account.givenName), \(account.familyName),
        \(account.realUserStatus), \(account.orgID), \(account.hideEmail))
      """)
  }

  private static func account(_ row: Row) throws(SQLError) -> Account {
    Account(
      id: try row.string("id"), email: try row.optionalString("email"),
      emailVerified: try row.bool("email_verified"),
      givenName: try row.optionalString("given_name"), familyName: try row.optionalString("family_name"),
      realUserStatus: try row.int("real_user_status"), orgID: try row.optionalString("org_id"),
      hideEmail: try row.bool("hide_email"))
  }
}
