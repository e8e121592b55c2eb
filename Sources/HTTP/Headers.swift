/// Ordered, case-insensitive header fields (RFC 9110, section 5).
package struct Headers: Sendable, Equatable, Sequence, ExpressibleByDictionaryLiteral {
  private var fields: [(name: String, value: String)]

  /// Fields in the order written; a name may come more than once.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a field; setting it replaces all of them, nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { isSameFieldName($0.name, name) }?.value }
    set {
      let place = fields.firstIndex { isSameFieldName($0.name, name) } ?? fields.count
      fields.removeAll { isSameFieldName($0.name, name) }
      if let newValue { fields.insert((name, newValue), at: place) }
    }
  }

  /// Every value of a field, in order; they are not split at commas.
  package func all(_ name: String) -> [String] {
    fields.filter { isSameFieldName($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others, also when there is one of that name.
  package mutating func append(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  /// The fields in order, names spelt as they came.
  package func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }

  /// Equal are the same values under the same names, whatever their case, in the same order.
  package static func == (a: Headers, b: Headers) -> Bool {
    a.fields.elementsEqual(b.fields) { isSameFieldName($0.name, $1.name) && $0.value == $1.value }
  }
}

/// Field names differ not by the case of ASCII letters (RFC 9110, section 5.1).
private func isSameFieldName(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowercase($0) == lowercase($1) }
}

private func lowercase(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}
