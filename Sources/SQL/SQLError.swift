/// A failure of SQLite, with its message and the statement it happened in.
package struct SQLError: Error, Equatable, CustomStringConvertible {
  /// SQLite's primary result code, such as 19 for a violated constraint.
  package let code: Int32
  package let message: String
  package let statement: String

  /// Whether another connection holds the database.
  package var isBusy: Bool { code == 5 || code == 6 }

  /// Whether the machine failed, not the statement: no memory, a read-only or a full disk, an input or output error, a
  /// damaged file.
  package var isOfMachine: Bool { [7, 8, 10, 11, 13, 14, 26].contains(code) }

  package var description: String {
    statement.isEmpty ? "SQLite: \(message)." : "SQLite: \(message), in: \(statement)"
  }
}
