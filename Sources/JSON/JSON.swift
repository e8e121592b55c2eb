import Primitives

/// A JSON value (RFC 8259) whose objects keep the order of their members, as Apple's answers need.
package enum JSON: Sendable, Equatable {
  case null, bool(Bool), int(Int), double(Double), string(String), array([JSON]), object([Member])

  /// A name and its value in an object.
  package struct Member: Sendable, Equatable {
    /// The name, unescaped.
    package let name: String
    /// What it stands for.
    package let value: JSON

    /// Whether both are the same, the names by their bytes.
    package static func == (a: Member, b: Member) -> Bool {
      a.name.hasSameBytes(as: b.name) && a.value == b.value
    }

    /// A name and its value.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Whether both are the same, texts by their bytes (RFC 8259, section 8.3).
  package static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  /// The value of the first member of that name; nil without one, or when this is not an object.
  package subscript(name: String) -> JSON? { members?.first { $0.name.hasSameBytes(as: name) }?.value }

  /// The text of a string, otherwise nil.
  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The value of a number written without fraction and exponent that fits 64 bits, otherwise nil.
  package var int: Int? { if case .int(let value) = self { value } else { nil } }

  /// The value of any number, otherwise nil; above 2^53 a whole number may be rounded.
  package var double: Double? {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }

  /// The value of `true` or `false`, otherwise nil.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array, otherwise nil.
  package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object in their order, otherwise nil.
  package var members: [Member]? { if case .object(let value) = self { value } else { nil } }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }

  /// The type in words for a message: "a string", "a number", "a boolean", "an array", "an object" or "null".
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
