import HTTP
import JSON
import Primitives

/// The query of an admin request, consumed by name; what nobody asked for is refused.
struct Query {
  private let values: [ByteKey: String]
  private var known: [String] = []

  init(_ raw: String) throws {
    let form: Form
    do {
      form = try Form(Array(raw.utf8), limit: 100)
    } catch {
      throw Problem(400, detail: "The query is broken: \(error)")
    }
    values = Dictionary(form.pairs.map { (ByteKey($0.name), $0.value) }) { first, _ in first }
    guard values.count == form.pairs.count else {
      throw Problem(400, detail: "A parameter of the query is given twice.")
    }
  }

  mutating func string(_ name: String) -> String? {
    known.append(name)
    return values[ByteKey(name)]
  }

  /// A whole number from 0 to `limit`.
  mutating func int(_ name: String, atMost limit: Int = .max) throws(FieldErrors) -> Int? {
    guard let text = string(name) else { return nil }
    guard let number = Int(text), (0...limit).contains(number) else {
      throw error(name, "must be a whole number from 0" + (limit == .max ? "." : " to \(limit)."))
    }
    return number
  }

  /// Throws where a parameter is none of a closed list: waiting for what never comes helps nobody.
  mutating func check(_ name: String, among known: [String]) throws(FieldErrors) {
    guard let text = string(name), !known.contains(text) else { return }
    throw error(name, "is none of \(known.joined(separator: ", ")).")
  }

  func error(_ name: String, _ message: String) -> FieldErrors {
    FieldErrors([FieldError(field: name, message: message)])
  }

  func finish() throws {
    let unknown = values.keys.map(\.text).filter { !known.contains(where: $0.hasSameBytes) }.sorted()
    guard unknown.isEmpty else {
      guard !unknown.contains("") else {
        let hint = known.isEmpty ? "nothing is taken here." : "known are: \(known.joined(separator: ", "))."
        throw Problem(400, detail: "The query has a parameter without a name; \(hint)")
      }
      let message =
        known.isEmpty
        ? "is unknown; nothing is taken here." : "is unknown; known are: \(known.joined(separator: ", "))."
      throw FieldErrors(unknown.map { FieldError(field: $0, message: message) })
    }
  }

  /// A list as the admin API answers it: filtered by the fields of its objects that hold a text, a number or a flag,
  /// then what came `after` the object with that `id`, then the newest `limit`. Throws for an id that is not in it.
  mutating func listed(_ list: [JSON], id: String, fields: [String]) throws -> JSON {
    var list = list
    for field in fields {
      guard let wanted = string(field) else { continue }
      list = list.filter { Self.text($0[field])?.hasSameBytes(as: wanted) == true }
    }
    if let after = string("after") {
      guard let index = list.firstIndex(where: { Self.text($0[id])?.hasSameBytes(as: after) == true }) else {
        throw error("after", "is \(after), which is not in the list.")
      }
      list = Array(list[(index + 1)...])
    }
    if let limit = try int("limit") { list = list.suffix(limit) }
    try finish()
    return .array(list)
  }

  private static func text(_ value: JSON?) -> String? { value?.string ?? value?.text() }
}
