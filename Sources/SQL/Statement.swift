import CSQLite

/// A prepared statement, kept by its connection and finalized with it.
final class Statement {
  let pointer: OpaquePointer
  /// The names in their order: few enough that looking through them is faster than hashing one.
  private let columns: [String]

  init(_ text: String, on database: OpaquePointer) throws(SQLError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLError(code, on: database, in: text) }
    pointer = prepared
    columns = (0..<sqlite3_column_count(prepared)).map { String(cString: sqlite3_column_name(prepared, $0)) }
  }

  deinit { sqlite3_finalize(pointer) }

  /// The index of a result column, or nil where the statement has none of that name.
  func column(_ name: String) -> Int32? { columns.firstIndex(of: name).map { Int32($0) } }

  func bind(_ values: [SQL.Value]) {
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      switch value {
      case .null: sqlite3_bind_null(pointer, index)
      case .integer(let number): sqlite3_bind_int64(pointer, index, Int64(number))
      // With its length, so that a NUL inside a value from outside is stored and compared whole.
      case .text(let text): _ = csqlite_bind_text(pointer, index, text, Int32(text.utf8.count))
      case .blob(let bytes): _ = csqlite_bind_blob(pointer, index, bytes, Int32(bytes.count))
      }
    }
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
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
