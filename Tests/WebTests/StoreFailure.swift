import SQL

@testable import Store

extension Store {
  /// Lets every change of a table's rows fail from now on.
  func fail(onUpdateOf table: String) throws { try fail("UPDATE", table) }

  /// Lets every new row of a table fail from now on.
  func fail(onInsertInto table: String) throws { try fail("INSERT", table) }

  /// Lets everything succeed again.
  func heal() throws { try connection.execute(script: "DROP TRIGGER IF EXISTS failure") }

  private func fail(_ event: String, _ table: String) throws {
    try connection.execute(
      script: """
        CREATE TEMP TRIGGER failure BEFORE \(event) ON \(table) BEGIN SELECT RAISE(ABORT, 'injected'); END
        """)
  }

  /// Lets the next transaction that changes a row of a table fail where it is committed, when all of it is done.
  func failCommit(afterUpdateOf table: String) throws { try failCommit("UPDATE", table) }

  /// The same for one that adds a row.
  func failCommit(afterInsertInto table: String) throws { try failCommit("INSERT", table) }

  private func failCommit(_ event: String, _ table: String) throws {
    try connection.execute(
      script: """
        CREATE TEMP TRIGGER failure AFTER \(event) ON \(table) BEGIN
          INSERT OR IGNORE INTO client (client_id, team_id, kind, name, redirect_uris, domains, email_sources, leniencies)
          VALUES ('injected', 'nobody', 'app', '', '[]', '[]', '[]', '[]'); END;
        PRAGMA defer_foreign_keys = ON;
        """)
  }
}
