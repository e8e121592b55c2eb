import AppleID
import JSON
import Primitives

/// Looks at the rows of a snapshot before SQLite gets them, table by table, parents first: a complaint names table, row and
/// column. What passes could have been written here.
struct Intake {
  /// The primary keys that there are, by their table.
  private var known: [String: Set<ByteKey>] = [:]

  /// Throws `FieldErrors` for the first row that does not fit.
  mutating func check(_ rows: [Fields], of table: Table) throws(FieldErrors) {
    var rows = rows
    var seen = [Set<ByteKey>](repeating: [], count: table.keys.count)
    for index in rows.indices {
      for column in table.columns { try Self.check(column, of: &rows[index]) }
      try rows[index].finish()
      for (place, key) in table.keys.enumerated() {
        if key.count == 1, rows[index].value(key[0]) == "" {
          throw rows[index].error(key[0], "must not be empty.")
        }
        guard seen[place].insert(Self.text(of: key, in: &rows[index])).inserted else {
          throw rows[index].error(key.last ?? "", "is that of another row already.")
        }
      }
    }
    known[table.name] = seen.first
    for index in rows.indices {
      for reference in table.references { try check(reference, of: &rows[index]) }
    }
  }

  private static func check(_ column: Table.Column, of row: inout Fields) throws(FieldErrors) {
    guard let value = row.value(column.name) else { throw row.error(column.name, "is missing.") }
    guard !value.isNull else {
      guard column.isRequired else { return }
      throw row.error(column.name, "must not be null.")
    }
    if column.isText { _ = try row.string(column.name) } else { _ = try row.moment(column.name) }
    try column.domain?(&row, column.name)
  }

  private func check(_ reference: Table.Reference, of row: inout Fields) throws(FieldErrors) {
    guard let name = try row.string(reference.column) else { return }
    guard known[reference.table]?.contains(Self.text(of: [reference.column], in: &row)) == true else {
      throw row.error(reference.column, "is \(name); there is no such \(reference.table).")
    }
  }

  private static func text(of key: [String], in row: inout Fields) -> ByteKey {
    ByteKey(JSON.array(key.map { row.value($0) ?? .null }).text())
  }
}
