import Primitives
import SQL

/// A value of the store that cannot be read: the file was damaged, or edited by hand. It says where it stands.
package struct StoredValueError: Error, Equatable, CustomStringConvertible {
  package let table: String
  /// The primary key of the row, such as `name "clock"`.
  package let row: String
  package let column: String
  /// Goes on after the column's name.
  package let reason: String

  package init(table: String, row: String, column: String, reason: String) {
    self.table = table
    self.row = row
    self.column = column
    self.reason = reason
  }

  package var description: String {
    "The store was damaged or edited: table \(table), row \(row), column \(column) \(reason.withoutFullStop)."
  }
}

extension Store {
  /// Whether something failed because of a value that cannot be read: to try again is in vain.
  package static func isDamage(_ error: any Error) -> Bool {
    error is StoredValueError || (error as? SQLError)?.isOfStoredValue == true
  }
}
