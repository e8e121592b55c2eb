import JSON

extension Arguments {
  /// A closed list of words.
  typealias Choice = RawRepresentable<String> & CaseIterable

  /// The value of an option that takes one of a closed list.
  mutating func choice<Value: Choice>(
    _ name: String, of type: Value.Type = Value.self
  ) throws(UsageError) -> Value? {
    guard let text = try option(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue)
      throw UsageError(
        "--\(name) is \(text); it is one of \(known.joined(separator: ", "))."
          + Nearest.question(text, among: known))
    }
    return value
  }

  /// The next word as one of a closed list; nil where there is none.
  mutating func verb<Value: Choice>(of type: Value.Type = Value.self) throws(UsageError) -> Value? {
    guard let word = operand() else { return nil }
    guard let value = Value(rawValue: word) else {
      let known = Value.allCases.map(\.rawValue)
      throw UsageError(
        "\(word) is none of \(known.joined(separator: ", "))." + Nearest.question(word, among: known))
    }
    return value
  }

  /// What a command is about.
  mutating func subject(_ name: String) throws(UsageError) -> String {
    guard let subject = try optionalSubject(name) else { throw UsageError("the \(name) is missing.") }
    return subject
  }

  /// A member of a body: `--given-name Jane` is `"given_name": "Jane"`, an empty value `null`.
  mutating func member(_ name: String) throws(UsageError) -> JSON.Member? {
    try option(name).map { JSON.Member(Self.field(name), $0.isEmpty ? .null : .string($0)) }
  }

  /// A list as a member of a body: `--redirect-uri A --redirect-uri B` is `"redirect_uris": ["A", "B"]`.
  mutating func members(_ name: String, as field: String) throws(UsageError) -> JSON.Member? {
    guard let values = try list(name) else { return nil }
    return JSON.Member(field, .array(values.filter { !$0.isEmpty }.map { .string($0) }))
  }

  /// The name of an option as the API spells it.
  static func field(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
