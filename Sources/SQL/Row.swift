import CSQLite

/// One row of a result, readable until the next is stepped to. Every reader throws `SQLError` for a name
/// that is not among the columns.
package struct Row {
  let statement: Statement

  /// A TEXT column that holds no NULL.
  package func string(_ name: String) throws(SQLError) -> String { try optionalString(name) ?? "" }

  /// A TEXT column.
  package func optionalString(_ name: String) throws(SQLError) -> String? {
    let index = try index(of: name)
    guard let bytes = sqlite3_column_text(statement.pointer, index) else { return nil }
    let count = Int(sqlite3_column_bytes(statement.pointer, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// An INTEGER column that holds no NULL.
  package func int(_ name: String) throws(SQLError) -> Int { try optionalInt(name) ?? 0 }

  /// An INTEGER column.
  package func optionalInt(_ name: String) throws(SQLError) -> Int? {
    let index = try index(of: name)
    guard sqlite3_column_type(statement.pointer, index) != SQLITE_NULL else { return nil }
    return Int(sqlite3_column_int64(statement.pointer, index))
  }

  /// An INTEGER column that holds 0 or 1.
  package func bool(_ name: String) throws(SQLError) -> Bool { try int(name) != 0 }

  private func index(of name: String) throws(SQLError) -> Int32 {
    guard let index = statement.column(name) else {
      throw SQLError(code: SQLITE_RANGE, message: "there is no column \(name)", statement: "")
    }
    return index
  }
}
