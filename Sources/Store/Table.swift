import SQL

/// A table as the schema declares it: what its rows are held to.
struct Table: Sendable {
  /// A column with its type: TEXT, or else INTEGER, which are all there are.
  struct Column: Sendable {
    let name: String
    let isText: Bool
    let isRequired: Bool
    /// What it holds beyond its type, or nil.
    let domain: Domain?
  }

  /// A column that names a row of another table by its primary key.
  struct Reference: Sendable {
    let column: String
    let table: String
  }

  let name: String
  let columns: [Column]
  /// The columns of each key, the primary one first.
  let keys: [[String]]
  let references: [Reference]
}

extension Transaction {
  /// The table of that name.
  func table(_ name: String) throws -> Table {
    let columns = try connection.rows(
      "SELECT name, type = 'TEXT' AS is_text, \"notnull\" OR pk AS is_required FROM pragma_table_info(\(name))"
    ) { row throws(SQLError) in
      let column = try row.string("name")
      return Table.Column(
        name: column, isText: try row.bool("is_text"), isRequired: try row.bool("is_required"),
        domain: Domains.domain(of: column, in: name))
    }
    return Table(name: name, columns: columns, keys: try keys(of: name), references: try references(of: name))
  }

  private func keys(of table: String) throws -> [[String]] {
    let primary = try connection.rows("SELECT name FROM pragma_table_info(\(table)) WHERE pk ORDER BY pk") {
      row throws(SQLError) in try row.string("name")
    }
    let indices = try connection.rows("SELECT name FROM pragma_index_list(\(table)) WHERE \"unique\"") {
      row throws(SQLError) in try row.string("name")
    }
    let unique = try indices.map { index in
      try connection.rows("SELECT name FROM pragma_index_info(\(index)) ORDER BY seqno") {
        row throws(SQLError) in try row.string("name")
      }
    }
    return [primary] + unique.filter { $0 != primary }
  }

  private func references(of table: String) throws -> [Table.Reference] {
    let declared = try connection.rows(
      "SELECT \"from\" AS name, \"table\" AS parent FROM pragma_foreign_key_list(\(table))"
    ) { row throws(SQLError) in
      Table.Reference(column: try row.string("name"), table: try row.string("parent"))
    }
    return declared
      + (Schema.tablesOfAccounts.contains(table) ? [.init(column: "account", table: "account")] : [])
  }
}
