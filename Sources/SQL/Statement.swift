import CSQLite

/// A prepared statement, kept by its connection and finalized with it.
final class Statement {
  let pointer: OpaquePointer
  let text: String
  /// The names in their order: few enough that looking through them is faster than hashing one.
  private let columns: [String]

  init(_ text: String, on database: OpaquePointer) throws(SQLError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLError(code, on: database, in: text) }
    pointer = prepared
    self.text = text
    columns = (0..<sqlite3_column_count(prepared)).map { String(cString: sqlite3_column_name(prepared, $0)) }
  }

  deinit { sqlite3_finalize(pointer) }

  /// The index of a result column, or nil where the statement has none of that name.
  func column(_ name: String) -> Int32? { columns.firstIndex(of: name).map { Int32($0) } }

  /// Binds the values to the parameters in their order. Throws where SQLite does not take one, such as where there are
  /// more values than parameters; then none is bound.
  func bind(_ values: [SQL.Value]) throws(SQLError) {
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let number): sqlite3_bind_int64(pointer, index, Int64(number))
        // With its length, so that a NUL inside a value from outside is stored and compared whole.
        case .text(let text): csqlite_bind_text(pointer, index, text, Int32(text.utf8.count))
        case .blob(let bytes): csqlite_bind_blob(pointer, index, bytes, Int32(bytes.count))
        }
      guard code == SQLITE_OK else {
        reset()
        throw SQLError(
          code: code & 0xff,
          message: "value \(index) cannot be bound (\(String(cString: sqlite3_errstr(code))))",
          statement: text)
      }
    }
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }
}

/// Where the columns of a result come from, for messages. SQLite tells where it was built with
/// SQLITE_ENABLE_COLUMN_METADATA, as Debian's, Ubuntu's and Fedora's are.
extension Statement {
  /// The table and the column that a result column shows; nil for an expression.
  func origin(of index: Int32) -> (table: String, name: String)? {
    guard let table = sqlite3_column_table_name(pointer, index),
      let name = sqlite3_column_origin_name(pointer, index)
    else { return nil }
    return (String(cString: table), String(cString: name))
  }

  /// The index of the result column that shows a table's column, or nil.
  func column(from table: String, _ name: String) -> Int32? {
    (0..<Int32(columns.count)).first { index in origin(of: index).map { $0 == (table, name) } ?? false }
  }

  /// The names of a table's primary key; none where they cannot be read.
  func primaryKey(of table: String) -> [String] {
    let query = "SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk"
    guard let statement = try? Statement(query, on: sqlite3_db_handle(pointer)),
      (try? statement.bind([.text(table)])) != nil
    else { return [] }
    var names: [String] = []
    while sqlite3_step(statement.pointer) == SQLITE_ROW {
      if let name = sqlite3_column_text(statement.pointer, 0) { names.append(String(cString: name)) }
    }
    return names
  }
}

extension SQLError {
  init(_ code: Int32, on database: OpaquePointer?, in statement: String) {
    self.init(
      code: code & 0xff,
      message: String(cString: database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)),
      statement: statement)
  }
}
