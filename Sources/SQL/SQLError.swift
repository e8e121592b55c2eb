import Primitives

/// A failure of SQLite, with its message and the statement it happened in.
package struct SQLError: Error, Equatable, CustomStringConvertible {
  /// SQLite's primary result code, such as 19 for a violated constraint.
  package let code: Int32
  package let message: String
  package let statement: String
  /// Whether a column holds what nothing here has written; `message` says where.
  package let isOfStoredValue: Bool

  init(code: Int32, message: String, statement: String) {
    self.code = code
    self.message = message
    self.statement = statement
    isOfStoredValue = false
  }

  /// A value that its column should not hold, though SQLite takes it (SQLITE_MISMATCH).
  init(storedValue message: String, statement: String) {
    code = 20
    self.message = message
    self.statement = statement
    isOfStoredValue = true
  }

  /// Whether another connection holds the database.
  package var isBusy: Bool { code == 5 || code == 6 }

  /// Whether the machine failed, not the statement: no memory, a read-only or a full disk, an input or output error, a
  /// damaged file.
  package var isOfMachine: Bool { [7, 8, 10, 11, 13, 14, 26].contains(code) }

  package var description: String {
    if isOfStoredValue { return "The store was damaged or edited: \(message.withoutFullStop)." }
    return statement.isEmpty ? "SQLite: \(message)." : "SQLite: \(message), in: \(statement)"
  }
}
