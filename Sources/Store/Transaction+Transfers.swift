package import AppleID
import SQL

/// The person behind a `transfer_sub`, and the two teams it was generated between.
package struct TransferIdentifier: Sendable, Equatable {
  package let account: String
  package let fromTeam: String
  package let toTeam: String
}

extension Transaction {
  /// Every transfer, oldest first.
  package func transfers() throws -> [Transfer] {
    try connection.rows("SELECT * FROM transfer ORDER BY rowid", Self.transfer)
  }

  /// The transfers of a primary app, oldest first.
  package func transfers(of group: String) throws -> [Transfer] {
    try connection.rows("SELECT * FROM transfer WHERE client_id = \(group) ORDER BY rowid", Self.transfer)
  }

  /// The transfer of that id, or nil.
  package func transfer(_ id: String) throws -> Transfer? {
    try connection.row("SELECT * FROM transfer WHERE id = \(id)", Self.transfer)
  }

  /// Adds a transfer that waits for its recipient.
  package func insert(_ transfer: Transfer) throws {
    try connection.run(
      """
      INSERT INTO transfer (id, client_id, from_team, to_team)
      VALUES (\(transfer.id), \(transfer.clientID), \(transfer.fromTeam), \(transfer.toTeam))
      """)
  }

  /// Marks a transfer as accepted, and moves the app with what is grouped with it, and what people allowed it, to the
  /// recipient. A consent remembers the team of the person's last sign-in until it is with that team again.
  package func accept(_ transfer: Transfer, at now: Int) throws {
    let group = transfer.clientID
    try connection.run("UPDATE transfer SET accepted_at = \(now) WHERE id = \(transfer.id)")
    try connection.run(
      "UPDATE client SET team_id = \(transfer.toTeam) WHERE coalesce(\"primary\", client_id) = \(group)")
    try connection.run(
      """
      UPDATE consent SET transferred_from =
        nullif(coalesce(transferred_from, \(transfer.fromTeam)), \(transfer.toTeam))
      WHERE "group" = \(group) AND ended_at IS NULL
      """)
  }

  /// Ends every person's tokens in an app group, and the codes that have not been redeemed.
  package func revokeEverybody(inGroup group: String, by ending: RefreshToken.Ending, at now: Int) throws {
    let members: SQL = "SELECT client_id FROM client WHERE coalesce(\"primary\", client_id) = \(group)"
    let ended: SQL = "SET revoked_at = \(now), revoked_by = \(ending.rawValue) WHERE revoked_at IS NULL"
    for (table, condition) in [
      ("refresh_token", "account IS NOT NULL"), ("access_token", "account IS NOT NULL"),
      ("authorization_code", "used_at IS NULL"),
    ] as [(String, SQL)] {
      try connection.run(
        """
        UPDATE \(identifier: table) \(list: [ended]) AND \(list: [condition]) AND client_id IN (\(list: [members]))
        """)
    }
  }

  /// The `transfer_sub` of a person between two teams; `make` gives it the first time.
  package func transferIdentifier(
    of account: String, from fromTeam: String, to toTeam: String, make: () -> String
  ) throws -> String {
    let known = try connection.row(
      """
      SELECT transfer_sub FROM transfer_identifier
      WHERE account = \(account) AND from_team = \(fromTeam) AND to_team = \(toTeam)
      """
    ) { row throws(SQLError) in try row.string("transfer_sub") }
    if let known { return known }
    let transferSub = make()
    try connection.run(
      """
      INSERT INTO transfer_identifier (account, from_team, to_team, transfer_sub)
      VALUES (\(account), \(fromTeam), \(toTeam), \(transferSub))
      """)
    return transferSub
  }

  /// What a `transfer_sub` stands for; nil where none was generated.
  package func holder(ofTransferIdentifier transferSub: String) throws -> TransferIdentifier? {
    try connection.row("SELECT * FROM transfer_identifier WHERE transfer_sub = \(transferSub)") {
      row throws(SQLError) in
      TransferIdentifier(
        account: try row.string("account"), fromTeam: try row.string("from_team"),
        toTeam: try row.string("to_team"))
    }
  }

  private static func transfer(_ row: Row) throws(SQLError) -> Transfer {
    Transfer(
      id: try row.string("id"), clientID: try row.string("client_id"), fromTeam: try row.string("from_team"),
      toTeam: try row.string("to_team"), acceptedAt: try row.optionalInt("accepted_at"))
  }
}
