/// The schema's history: scripts that are only ever appended to, numbered from 1 by `PRAGMA user_version`.
package struct Migration: Sendable {
  /// Why a database was left untouched.
  package enum Refusal: Error, Equatable, CustomStringConvertible {
    case foreign, newer(version: Int, known: Int)

    package var description: String {
      switch self {
      case .foreign: "The file is a database of another program; it was left untouched."
      case .newer(let version, let known):
        "The file has schema \(version), this version knows \(known); it was left untouched. "
          + "Use the version that wrote it, or another file."
      }
    }
  }

  /// Marks a file as ours (`PRAGMA application_id`).
  package let applicationID: Int
  package let scripts: [String]

  package init(applicationID: Int, scripts: [String]) {
    self.applicationID = applicationID
    self.scripts = scripts
  }

  /// Refuses a database that is newer or another program's, without touching it. Throws `Refusal`, `SQLError`.
  @discardableResult
  package func check(_ connection: Connection) throws -> Int {
    func number(_ sql: SQL, _ column: String) throws -> Int {
      try connection.row(sql) { row throws(SQLError) in try row.int(column) } ?? 0
    }
    let id = try number("PRAGMA application_id", "application_id")
    let version = try number("PRAGMA user_version", "user_version")
    let tables = try number("SELECT count(*) AS n FROM sqlite_schema", "n")
    guard id == applicationID || (id == 0 && version == 0 && tables == 0) else { throw Refusal.foreign }
    guard version <= scripts.count else { throw Refusal.newer(version: version, known: scripts.count) }
    return version
  }

  /// Brings a database up to date in one transaction. Throws `Refusal`, `SQLError`.
  package func apply(to connection: Connection) throws {
    let version = try check(connection)
    guard version < scripts.count else { return }
    try connection.transaction {
      for script in scripts[version...] { try connection.execute(script: script) }
      try connection.execute(
        script: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(scripts.count);")
    }
  }
}
