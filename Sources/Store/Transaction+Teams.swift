package import AppleID
import Crypto
import JSON
import SQL

extension Transaction {
  /// Every team, oldest first.
  package func teams() throws -> [Team] {
    try connection.rows("SELECT team_id, name FROM team ORDER BY rowid") { row throws(SQLError) in
      Team(teamID: try row.string("team_id"), name: try row.string("name"))
    }
  }

  /// The team of that id, or nil.
  package func team(_ teamID: String) throws -> Team? {
    try connection.row("SELECT team_id, name FROM team WHERE team_id = \(teamID)") { row throws(SQLError) in
      Team(teamID: try row.string("team_id"), name: try row.string("name"))
    }
  }

  /// Adds a team.
  package func insert(_ team: Team) throws {
    try connection.run("INSERT INTO team (team_id, name) VALUES (\(team.teamID), \(team.name))")
  }

  /// Removes a team with its keys and clients.
  package func removeTeam(_ teamID: String) throws {
    try connection.run("DELETE FROM team WHERE team_id = \(teamID)")
  }
}
