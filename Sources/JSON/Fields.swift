import Primitives

/// The members of an object of ours (admin body, seed), taken one by one; `finish` refuses what nobody asked for.
///
/// A member that is absent and one that is `null` are the same, except to `contains`.
package struct Fields {
  private let path: String
  private let members: [JSON.Member]
  private var known: [String] = []

  /// The members of an object that stands at `path` ("" for the whole); throws when it is none.
  package init(_ json: JSON, at path: String = "") throws(FieldErrors) {
    guard let members = json.members else {
      throw FieldErrors([FieldError(field: path, message: "must be an object, not \(json.typeName).")])
    }
    self.path = path
    self.members = members
  }

  /// The value of any type, `null` too; nil when absent.
  package mutating func value(_ name: String) -> JSON? {
    if !known.contains(where: name.hasSameBytes) { known.append(name) }
    return members.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// A string; throws on other types.
  package mutating func string(_ name: String) throws(FieldErrors) -> String? {
    try take(name, "a string") { $0.string }
  }

  /// A string that is there and not empty; throws otherwise.
  package mutating func requiredString(_ name: String) throws(FieldErrors) -> String {
    guard let text = try string(name) else { throw error(name, "is required.") }
    guard !text.isEmpty else { throw error(name, "must not be empty.") }
    return text
  }

  /// A number without fraction and exponent that fits 64 bits; throws otherwise.
  package mutating func int(_ name: String) throws(FieldErrors) -> Int? {
    if case .double(let number) = value(name) { throw error(name, "must be a whole number, not \(number).") }
    return try take(name, "a whole number") { $0.int }
  }

  /// Any number; throws on other types.
  package mutating func double(_ name: String) throws(FieldErrors) -> Double? {
    try take(name, "a number") { $0.double }
  }

  /// `true` or `false`; throws on other types.
  package mutating func bool(_ name: String) throws(FieldErrors) -> Bool? {
    try take(name, "a boolean") { $0.bool }
  }

  /// An array of strings; throws on other types, naming the first wrong element.
  package mutating func strings(_ name: String) throws(FieldErrors) -> [String]? {
    guard let elements = try take(name, "an array", { $0.array }) else { return nil }
    var strings: [String] = []
    for (index, element) in elements.enumerated() {
      guard let string = element.string else {
        throw error("\(name)[\(index)]", "must be a string, not \(element.typeName).")
      }
      strings.append(string)
    }
    return strings
  }

  /// One of a type's values by its wire spelling; throws on others, naming all there are.
  package mutating func choice<T: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: T.Type
  ) throws(FieldErrors) -> T? {
    guard let text = try string(name) else { return nil }
    guard let value = T(rawValue: text) else {
      let all = T.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw error(name, "must be one of \(all), not \(JSON.string(text).text()).")
    }
    return value
  }

  /// The members of an object; throws on other types. Its own `finish` is the caller's to call.
  package mutating func object(_ name: String) throws(FieldErrors) -> Fields? {
    guard let value = value(name), !value.isNull else { return nil }
    return try Fields(value, at: path(name))
  }

  /// The members of each object in an array; throws on other types. Each one's `finish` is the caller's to call.
  package mutating func objects(_ name: String) throws(FieldErrors) -> [Fields]? {
    guard let elements = try take(name, "an array", { $0.array }) else { return nil }
    var objects: [Fields] = []
    for (index, element) in elements.enumerated() {
      objects.append(try Fields(element, at: path("\(name)[\(index)]")))
    }
    return objects
  }

  /// What the JSON text in a string stands for, to be read under the same name; throws where it is no JSON.
  package mutating func embedded(_ name: String) throws(FieldErrors) -> Fields {
    guard let text = try string(name) else { return try Fields([:], at: path) }
    do {
      return try Fields([name: JSON(parsing: Array(text.utf8))], at: path)
    } catch {
      throw self.error(name, "must hold JSON: \(error)")
    }
  }

  /// Whether the member is there, even as `null`: to a PATCH that means "remove it".
  package mutating func contains(_ name: String) -> Bool { value(name) != nil }

  /// The path of a member, such as "clients[0].client_id".
  package func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// What to throw about a member; the message goes on after its name and ends with a full stop.
  package func error(_ name: String, _ message: String) -> FieldErrors {
    FieldErrors([FieldError(field: path(name), message: message)])
  }

  /// Throws one error for each member that was not asked for.
  package func finish() throws(FieldErrors) {
    let unknown = members.map { $0.name }.filter { !known.contains(where: $0.hasSameBytes) }
    guard !unknown.isEmpty else { return }
    let hint = known.isEmpty ? "nothing is known here" : "known are: \(known.joined(separator: ", "))"
    throw FieldErrors(unknown.map { FieldError(field: path($0), message: "is unknown; \(hint).") })
  }

  private mutating func take<T>(
    _ name: String, _ typeName: String, _ read: (JSON) -> T?
  ) throws(FieldErrors) -> T? {
    guard let value = value(name), !value.isNull else { return nil }
    guard let result = read(value) else { throw error(name, "must be \(typeName), not \(value.typeName).") }
    return result
  }
}
