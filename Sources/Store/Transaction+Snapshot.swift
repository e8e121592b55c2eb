import SQL

/// Every table as JSON, and back: a copy of the world that another process can take up, without the certificate authority. SQLite itself writes and reads
/// the rows (its functions json_object and json_each).
extension Transaction {
  /// The number of the schema, which a snapshot has to share.
  package static var schemaVersion: Int { Schema.history.scripts.count }

  /// The names of the tables that a snapshot holds, parents before children.
  package static var tableNames: [String] { Schema.tables.reversed() }

  /// The names of a table's columns.
  package func columns(of table: String) throws -> [String] {
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

  /// Adds the rows that the text of a JSON array of objects holds; throws `Misfit` where the schema does not take them.
  package func insert(json: String, into table: String) throws {
    try Self.check(json, for: table, by: connection)
    let columns = try columns(of: table)
    let names: [SQL] = columns.map { "\(identifier: $0)" }
    let values: [SQL] = columns.map { "json_extract(value, \("$." + $0))" }
    do {
      try connection.run(
        """
        INSERT INTO \(identifier: table) (\(list: names))
        SELECT \(list: values) FROM json_each(\(json))
        """)
    } catch {
      throw Misfit(reason: error.message)
    }
  }
}

/// Rows that the schema does not take.
package struct Misfit: Error, Sendable {
  /// SQLite's words.
  package let reason: String
}
