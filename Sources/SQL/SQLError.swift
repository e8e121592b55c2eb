/// A failure of SQLite, with its message and the statement it happened in.
package struct SQLError: Error, Equatable, CustomStringConvertible {
  /// SQLite's primary result code, such as 19 for a violated constraint.
  package let code: Int32
  package let message: String
  package let statement: String

  /// Whether another connection holds the database.
  package var isBusy: Bool { code == 5 || code == 6 }

  package var description: String {
    statement.isEmpty ? "SQLite: \(message)." : "SQLite: \(message), in: \(statement)"
  }
}
