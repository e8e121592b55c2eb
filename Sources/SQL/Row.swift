import CSQLite

/// One row of a result, readable until the next is stepped to. Every reader throws `SQLError` for a name that is not among
/// the columns, and for a value that the column should not hold, with table, row and column.
package struct Row {
  let statement: Statement

  /// A TEXT column that holds no NULL.
  package func string(_ name: String) throws(SQLError) -> String {
    guard let text = try optionalString(name) else { throw error(name, "is NULL") }
    return text
  }

  /// A TEXT column.
  package func optionalString(_ name: String) throws(SQLError) -> String? {
    let index = try index(of: name)
    switch sqlite3_column_type(statement.pointer, index) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT: break
    default: throw error(name, "is no text")
    }
    guard let bytes = sqlite3_column_text(statement.pointer, index) else {
      throw SQLError(code: SQLITE_NOMEM, message: "out of memory", statement: statement.text)
    }
    let count = Int(sqlite3_column_bytes(statement.pointer, index))
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    guard let text = String(validating: buffer, as: UTF8.self) else { throw error(name, "is no UTF-8") }
    return text
  }

  /// An INTEGER column that holds no NULL.
  package func int(_ name: String) throws(SQLError) -> Int {
    guard let number = try optionalInt(name) else { throw error(name, "is NULL") }
    return number
  }

  /// An INTEGER column.
  package func optionalInt(_ name: String) throws(SQLError) -> Int? {
    let index = try index(of: name)
    switch sqlite3_column_type(statement.pointer, index) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return Int(sqlite3_column_int64(statement.pointer, index))
    default: throw error(name, "is no whole number")
    }
  }

  /// An INTEGER column that holds 0 or 1.
  package func bool(_ name: String) throws(SQLError) -> Bool {
    switch try int(name) {
    case 0: false
    case 1: true
    case let number: throw error(name, "is \(number), neither 0 nor 1")
    }
  }

  /// What to throw where a column holds what it should not; `reason` goes on after its name.
  package func error(_ name: String, _ reason: String) -> SQLError {
    let column = statement.column(name).map { statement.origin(of: $0) } ?? nil
    guard let column else { return SQLError(storedValue: "\(name) \(reason)", statement: statement.text) }
    return SQLError(
      storedValue: "table \(column.table), row \(key(in: column.table)), column \(column.name) \(reason)",
      statement: statement.text)
  }

  /// The row's primary key, as far as the result has it: `id "a"`.
  private func key(in table: String) -> String {
    let columns = statement.primaryKey(of: table).compactMap { name -> String? in
      guard let index = statement.column(from: table, name) else { return nil }
      let value = sqlite3_column_text(statement.pointer, index).map { String(cString: $0) }
      let isText = sqlite3_column_type(statement.pointer, index) == SQLITE_TEXT
      return name + " " + (value.map { isText ? "\"\($0)\"" : $0 } ?? "NULL")
    }
    return columns.isEmpty ? "?" : columns.joined(separator: ", ")
  }

  private func index(of name: String) throws(SQLError) -> Int32 {
    guard let index = statement.column(name) else {
      throw SQLError(
        code: SQLITE_RANGE, message: "there is no column \(name)", statement: statement.text)
    }
    return index
  }
}
