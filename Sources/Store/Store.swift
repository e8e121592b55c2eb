import SQL

/// What the provider remembers: one SQLite database behind one lock. It owns rows and what they mean, not rules.
package final class Store: @unchecked Sendable {
  // Vouched for: the connection is used under the lock alone, which `read` and `write` hold.
  private let connection: Connection
  private let lock = Lock()

  /// Opens or creates the store at `path` (`:memory:` is one that dies with the process) and brings its schema
  /// up to date. Throws `SQLError`, or `Migration.Refusal` for a file that is newer or another program's.
  package init(path: String = ":memory:") throws {
    let connection = try Connection(path: path)
    try Schema.history.check(connection)
    try connection.execute(
      script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    try Schema.history.apply(to: connection)
    self.connection = connection
  }

  /// Reads rows. Nothing may be changed in `body`.
  package func read<Value: Sendable>(_ body: (Transaction) throws -> Value) throws -> Value {
    try lock.withLock { try body(Transaction(connection: connection)) }
  }

  /// Changes rows: all that `body` does becomes true at once, or nothing where it throws.
  package func write<Value: Sendable>(_ body: (Transaction) throws -> Value) throws -> Value {
    try lock.withLock {
      try connection.transaction { try body(Transaction(connection: connection)) }
    }
  }
}

/// The rows as seen from inside `Store.read` or `Store.write`; each noun adds its own methods.
package struct Transaction {
  let connection: Connection

  /// Empties every table, so that a seed can be laid.
  package func removeEverything() throws {
    for table in Schema.tables { try connection.execute(script: "DELETE FROM \"\(table)\"") }
  }
}
