import JSON
import Primitives
import SQL

/// The values of columns that hold more than their type says. Each reader throws `SQLError` with table, row and column for
/// what nothing here writes into them.
extension Row {
  /// One of a type's values by its spelling.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Value.Type
  ) throws(SQLError) -> Value {
    guard let value = try optionalChoice(name, of: type) else { throw error(name, "is NULL") }
    return value
  }

  /// One of a type's values by its spelling, or nil for NULL.
  func optionalChoice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, of _: Value.Type
  ) throws(SQLError) -> Value? {
    guard let text = try optionalString(name) else { return nil }
    // Not `init(rawValue:)`, which takes canonically equivalent texts for the same.
    guard let value = Value.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
      let known = Value.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw error(name, "is \(JSON.string(text).text()), none of \(known)")
    }
    return value
  }

  /// The list of texts in a JSON column that `encode` wrote.
  func strings(_ name: String) throws(SQLError) -> [String] {
    guard let list = try optionalStrings(name) else { throw error(name, "is NULL") }
    return list
  }

  /// The list of texts in a JSON column that `encode` wrote, or nil for NULL.
  func optionalStrings(_ name: String) throws(SQLError) -> [String]? {
    guard try optionalString(name) != nil else { return nil }
    return try value(name) { fields throws(FieldErrors) in
      guard let list = try fields.strings(name) else { throw fields.error(name, "is null.") }
      return list
    }
  }

  /// What a reader makes of a JSON column, which it finds under the column's name.
  func value<Value>(
    _ name: String, _ read: (inout Fields) throws(FieldErrors) -> Value
  ) throws(SQLError) -> Value {
    let text = try string(name)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: Array(text.utf8))
    } catch {
      throw self.error(name, "is no JSON: \(error)")
    }
    do throws(FieldErrors) {
      var fields = try Fields([name: json])
      return try read(&fields)
    } catch {
      throw self.error(name, "cannot be read: \(error)")
    }
  }
}

/// A list of texts as a JSON column.
func encode(_ strings: [String]) -> String { JSON.array(strings.map { .string($0) }).text() }
