import AppleID
import SQL

/// What a person is to a team: their `sub` and their relay address, each made once and kept.
extension Transaction {
  /// The `sub` of a person in a team, or nil before the first authorization.
  package func userIdentifier(of account: String, teamID: String) throws -> String? {
    try connection.row("SELECT sub FROM user_identifier WHERE team_id = \(teamID) AND account = \(account)") {
      row throws(SQLError) in try row.string("sub")
    }
  }

  /// The `sub` of a person in a team; `make` gives it the first time.
  package func userIdentifier(of account: String, teamID: String, make: () -> String) throws -> String {
    if let sub = try userIdentifier(of: account, teamID: teamID) { return sub }
    let sub = make()
    try connection.run(
      "INSERT INTO user_identifier (team_id, account, sub) VALUES (\(teamID), \(account), \(sub))")
    return sub
  }

  /// The relay address of a person in a team; `make` gives it the first time.
  package func privateEmail(of account: String, teamID: String, make: () -> String) throws -> String {
    let known = try connection.row(
      "SELECT address FROM private_email WHERE team_id = \(teamID) AND account = \(account)"
    ) { row throws(SQLError) in try row.string("address") }
    if let known { return known }
    let address = make()
    try connection.run(
      "INSERT INTO private_email (team_id, account, address) VALUES (\(teamID), \(account), \(address))")
    return address
  }
}
