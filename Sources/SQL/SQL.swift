/// A statement whose interpolated values are bound as parameters, never spliced into its text.
package struct SQL: Sendable, Equatable, ExpressibleByStringInterpolation {
  let text: String
  let values: [Value]

  package init(stringLiteral value: String) {
    text = value
    values = []
  }

  package init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    values = stringInterpolation.values
  }

  /// What SQLite stores (its storage classes, without REAL, which nothing here needs).
  enum Value: Sendable, Equatable {
    case null, integer(Int), text(String), blob([UInt8])
  }

  /// Collects the text with a `?` for each value.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text = ""
    fileprivate(set) var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: Int?) { bind(value.map { .integer($0) }) }
    package mutating func appendInterpolation(_ value: Bool) { bind(.integer(value ? 1 : 0)) }
    package mutating func appendInterpolation(_ value: String?) { bind(value.map { .text($0) }) }
    package mutating func appendInterpolation(_ value: [UInt8]) { bind(.blob(value)) }

    /// The name of a table or a column, quoted.
    package mutating func appendInterpolation(identifier name: String) {
      text +=
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Other pieces of SQL with commas between them, their values bound in their order.
    package mutating func appendInterpolation(list pieces: [SQL]) {
      text += pieces.map(\.text).joined(separator: ", ")
      values += pieces.flatMap(\.values)
    }

    /// Another piece of SQL, its values bound in their order.
    package mutating func appendInterpolation(_ piece: SQL) { appendInterpolation(list: [piece]) }

    private mutating func bind(_ value: Value?) {
      text += "?"
      values.append(value ?? .null)
    }
  }
}
