import CSQLite
import Glibc

/// A connection to one SQLite database, with its prepared statements. Not safe for threads by itself:
/// whoever owns it holds it behind a lock.
package final class Connection {
  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens or creates the database at `path`, a new one for its owner alone (mode 0600); `:memory:` is one of its own.
  package init(path: String) throws(SQLError) {
    _ = countsNoMemory
    Self.create(path)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLError(code, on: opened, in: "")
      sqlite3_close_v2(opened)
      throw error
    }
    database = opened
    sqlite3_busy_timeout(opened, 500)
    // Prepared before it is needed: where memory has run out, it has to run all the same.
    _ = try prepared("ROLLBACK")
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(database)
  }

  /// Runs a statement to its end and tells how many rows it changed.
  @discardableResult
  package func run(_ sql: SQL) throws(SQLError) -> Int {
    try step(sql) { (_: Row) throws(SQLError) in }
    return Int(sqlite3_changes(database))
  }

  /// The rows of a result, each made into a value while it can be read.
  package func rows<Value>(
    _ sql: SQL, _ make: (Row) throws(SQLError) -> Value
  ) throws(SQLError) -> [Value] {
    var values: [Value] = []
    try step(sql) { (row: Row) throws(SQLError) in values.append(try make(row)) }
    return values
  }

  /// The first row of a result, or nil where there is none.
  package func row<Value>(
    _ sql: SQL, _ make: (Row) throws(SQLError) -> Value
  ) throws(SQLError) -> Value? {
    var value: Value?
    try step(sql) { (row: Row) throws(SQLError) in if value == nil { value = try make(row) } }
    return value
  }

  /// Runs a script of several statements without values, such as a migration or a pragma.
  package func execute(script: String) throws(SQLError) {
    let code = sqlite3_exec(database, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code, on: database, in: script) }
  }

  /// Does all of `body` or nothing of it (`BEGIN IMMEDIATE` … `COMMIT`, or `ROLLBACK` where it throws).
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // The first error is the one to tell; a rollback fails only where SQLite has rolled back already.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// Whether the file of the database is no longer where it was opened: what is written to it then goes with the process.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    return sqlite3_file_control(database, nil, SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK && answer != 0
  }

  /// SQLite would leave the mode to the umask; what it puts beside the file, such as the -wal, gets the file's. Where this
  /// fails, opening it says why. A file that is there is not touched: to close it would drop its owner's locks.
  private static func create(_ path: String) {
    guard path != ":memory:" else { return }
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  private func step(_ sql: SQL, each: (Row) throws(SQLError) -> Void) throws(SQLError) {
    let statement = try prepared(sql.text)
    try statement.bind(sql.values)
    defer { statement.reset() }
    while true {
      let code = sqlite3_step(statement.pointer)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw SQLError(code, on: database, in: sql.text) }
      try each(Row(statement: statement))
    }
  }

  private func prepared(_ text: String) throws(SQLError) -> Statement {
    if let statement = statements[text] { return statement }
    let statement = try Statement(text, on: database)
    statements[text] = statement
    return statement
  }
}

/// Whether SQLite took the order to keep no account of its memory, for which it would take a lock at each allocation; done
/// once, before its first connection.
private let countsNoMemory = csqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
