import HTTP
import JSON

/// The query of an admin request, consumed by name; what nobody asked for is refused.
struct Query {
  private let values: [String: String]
  private var known: [String] = []

  init(_ raw: String) throws {
    let form: Form
    do {
      form = try Form(Array(raw.utf8), limit: 100)
    } catch {
      throw Problem(400, detail: "The query is broken: \(error)")
    }
    values = Dictionary(form.pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  mutating func string(_ name: String) -> String? {
    known.append(name)
    return values[name]
  }

  /// A whole number from 0 to `limit`.
  mutating func int(_ name: String, atMost limit: Int = .max) throws(FieldErrors) -> Int? {
    guard let text = string(name) else { return nil }
    guard let number = Int(text), (0...limit).contains(number) else {
      throw error(name, "must be a whole number from 0" + (limit == .max ? "." : " to \(limit)."))
    }
    return number
  }

  func error(_ name: String, _ message: String) -> FieldErrors {
    FieldErrors([FieldError(field: name, message: message)])
  }

  func finish() throws(FieldErrors) {
    let unknown = values.keys.filter { !known.contains($0) }.sorted()
    guard unknown.isEmpty else {
      let message =
        known.isEmpty
        ? "is unknown; nothing is taken here." : "is unknown; known are: \(known.joined(separator: ", "))."
      throw FieldErrors(unknown.map { FieldError(field: $0, message: message) })
    }
  }

  /// Keeps the newest `limit` of a list, and of these what came `after` an id; throws for an id that is not in it.
  mutating func page<Element>(_ list: [Element], id: (Element) -> String) throws(FieldErrors) -> [Element] {
    var list = list
    if let after = string("after") {
      guard let index = list.firstIndex(where: { id($0) == after }) else {
        throw error("after", "there is no \(after) in the list.")
      }
      list = Array(list[(index + 1)...])
    }
    if let limit = try int("limit") { list = list.suffix(limit) }
    return list
  }
}
