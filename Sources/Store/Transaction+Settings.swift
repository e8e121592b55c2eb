import SQL

/// Single values that outlive the process: the clock, the layers of the behaviour.
extension Transaction {
  /// The value stored under a name, or nil.
  package func setting(_ name: String) throws -> String? {
    try connection.row("SELECT value FROM setting WHERE name = \(name)") { row throws(SQLError) in
      try row.string("value")
    }
  }

  /// What a reader makes of the value stored under a name, or nil where there is none. Throws `StoredValueError` where the
  /// reader throws.
  package func setting<Value>(_ name: String, _ read: (String) throws -> Value) throws -> Value? {
    guard let text = try setting(name) else { return nil }
    do {
      return try read(text)
    } catch {
      throw StoredValueError(
        table: "setting", row: "name \"\(name)\"", column: "value",
        reason: "cannot be read: \(error)")
    }
  }

  /// Stores a value under a name.
  package func setSetting(_ name: String, to value: String) throws {
    try connection.run(
      "INSERT INTO setting (name, value) VALUES (\(name), \(value)) ON CONFLICT DO UPDATE SET value = excluded.value"
    )
  }

  /// Forgets the value stored under a name.
  package func removeSetting(_ name: String) throws {
    try connection.run("DELETE FROM setting WHERE name = \(name)")
  }
}
