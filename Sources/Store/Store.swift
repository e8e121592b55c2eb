import SQL

/// What the provider remembers: one SQLite database behind one lock. It owns rows and what they mean, not rules.
package final class Store: @unchecked Sendable {
  // Vouched for: the connection and what became of the newest change are used under the lock alone.
  let connection: Connection
  let lock = Lock()
  var writing = Writing(at: Store.seconds())
  /// The most that the file beside the database, the write-ahead log, keeps when it is empty again, in bytes.
  private static let logLimit = 4 << 20

  /// Opens or creates the store at `path` (`:memory:` is one that dies with the process) and brings its schema
  /// up to date. Throws `InUse`, `Unusable`, `SQLError`, or `Migration.Refusal` for a file that is newer or another
  /// program's.
  package init(path: String = ":memory:") throws {
    do {
      connection = try Self.open(path)
    } catch let error as SQLError {
      throw Self.reason(error, at: path)
    }
  }

  /// A store that another process has open: going by what it remembers, a second one would be wrong.
  package struct InUse: Error, CustomStringConvertible {
    package let description = "The file is in use by another process."
  }

  private static func open(_ path: String) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.execute(script: "PRAGMA locking_mode = EXCLUSIVE;")
    try Schema.history.check(connection)
    try connection.execute(
      script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    try connection.execute(script: "PRAGMA journal_size_limit = \(logLimit);")
    try Schema.history.apply(to: connection)
    // Takes the lock now, not with the first change.
    try connection.execute(script: "BEGIN IMMEDIATE; COMMIT;")
    return connection
  }

  /// Reads rows. Nothing may be changed in `body`.
  package func read<Value: Sendable>(_ body: (Transaction) throws -> Value) throws -> Value {
    try lock.withLock { try body(Transaction(connection: connection)) }
  }

  /// Changes rows: all that `body` does becomes true at once, or nothing where it throws. What is held in memory beside the
  /// rows follows in `committed`, which runs when they are true and before anybody else sees them, or goes back in `failed`.
  package func write<Value: Sendable>(
    _ body: (Transaction) throws -> Value, committed: (Value) -> Void = { _ in },
    failed: () -> Void = {}
  ) throws -> Value {
    try lock.withLock {
      do {
        let value = try connection.transaction { try body(Transaction(connection: connection)) }
        writing = Writing(at: Self.seconds())
        committed(value)
        return value
      } catch {
        if let error = error as? SQLError, error.isOfMachine { writing.isGood = false }
        failed()
        throw error
      }
    }
  }
}

/// The rows as seen from inside `Store.read` or `Store.write`; each noun adds its own methods.
package struct Transaction {
  let connection: Connection

  /// Empties every table, so that a seed can be laid; the certificate authority stays.
  package func removeEverything() throws {
    for table in Schema.tables {
      try connection.run("DELETE FROM \(identifier: table) \(list: [Self.world(of: table)])")
    }
  }
}
