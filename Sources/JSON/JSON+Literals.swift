extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  package init(nilLiteral: ()) { self = .null }

  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  package init(integerLiteral value: Int) { self = .int(value) }

  /// A number.
  package init(floatLiteral value: Double) { self = .double(value) }

  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }

  /// An array.
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object whose members keep the literal's order.
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0, $1) })
  }
}
