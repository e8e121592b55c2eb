package import JSON
import SQL

/// Every table as JSON, and back: a copy of the world that another process can take up, without the certificate authority. SQLite itself writes and reads
/// the rows (its functions json_object and json_each).
extension Transaction {
  /// The number of the schema, which a snapshot has to share.
  package static var schemaVersion: Int { Schema.history.scripts.count }

  /// The names of the tables that a snapshot holds, parents before children.
  package static var tableNames: [String] { Schema.tables.reversed() }

  /// The names of a table's columns.
  private func columns(of table: String) throws -> [String] {
    try connection.rows("SELECT name FROM pragma_table_info(\(table))") { row throws(SQLError) in
      try row.string("name")
    }
  }

  /// The rows of a table as the text of a JSON array of objects.
  package func json(of table: String) throws -> String {
    let members: [SQL] = try columns(of: table).flatMap { name -> [SQL] in ["\(name)", "\(identifier: name)"]
    }
    let query: SQL =
      """
      SELECT json_group_array(json_object(\(list: members))) AS rows FROM \(identifier: table)
      \(list: [Self.world(of: table)])
      """
    return try connection.row(query) { row throws(SQLError) in try row.string("rows") } ?? "[]"
  }

  /// Adds the rows of every table of a snapshot; throws `FieldErrors` for the first that could not have been written here.
  package func insert(_ tables: inout Fields) throws {
    var intake = Intake()
    for name in Self.tableNames {
      let table = try table(name)
      guard let rows = try tables.objects(name) else { throw tables.error(name, "is missing.") }
      try intake.check(rows, of: table)
      let text = JSON.array(tables.value(name)?.array ?? []).text()
      let names: [SQL] = table.columns.map { "\(identifier: $0.name)" }
      let values: [SQL] = table.columns.map { "json_extract(value, \("$." + $0.name))" }
      do {
        try connection.run(
          """
          INSERT INTO \(identifier: name) (\(list: names)) SELECT \(list: values) FROM json_each(\(text))
          """)
      } catch {
        throw tables.error(name, "does not fit: \(error.message).")
      }
    }
    try tables.finish()
  }
}
