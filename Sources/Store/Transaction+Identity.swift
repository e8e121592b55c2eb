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

  /// The `sub` of a person in a team; `make` gives it the first time. Throws `Complaint` where the person is gone.
  package func userIdentifier(of account: String, teamID: String, make: () -> String) throws -> String {
    if let sub = try userIdentifier(of: account, teamID: teamID) { return sub }
    guard try hasAccount(account) else { throw Complaint.notFound("There is no account \(account).") }
    let sub = make()
    try connection.run(
      "INSERT INTO user_identifier (team_id, account, sub) VALUES (\(teamID), \(account), \(sub))")
    return sub
  }

  /// Whose `sub` this is, and in which team; nil where it is nobody's.
  package func holder(ofUserIdentifier sub: String) throws -> (account: String, teamID: String)? {
    try connection.row("SELECT account, team_id FROM user_identifier WHERE sub = \(sub)") {
      row throws(SQLError) in (try row.string("account"), try row.string("team_id"))
    }
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

  /// Whose relay address this is, and for which team; nil where it is none. Upper and lower case are alike.
  package func holder(ofPrivateEmail address: String) throws -> (account: String, teamID: String)? {
    try connection.row("SELECT account, team_id FROM private_email WHERE address = lower(\(address))") {
      row throws(SQLError) in (try row.string("account"), try row.string("team_id"))
    }
  }

  /// Whether mail to a person's relay address for a team is forwarded: so until they turn it off.
  package func isForwarding(to account: String, teamID: String) throws -> Bool {
    try connection.row("SELECT 1 AS n FROM forwarding_off WHERE team_id = \(teamID) AND account = \(account)")
    {
      row throws(SQLError) in try row.int("n")
    } == nil
  }

  /// Turns forwarding on or off.
  package func setForwarding(_ isEnabled: Bool, of account: String, teamID: String) throws {
    if isEnabled {
      try connection.run("DELETE FROM forwarding_off WHERE team_id = \(teamID) AND account = \(account)")
    } else {
      try connection.run(
        "INSERT INTO forwarding_off (team_id, account) VALUES (\(teamID), \(account)) ON CONFLICT DO NOTHING")
    }
  }
}
