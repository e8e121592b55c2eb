import Primitives

/// application/x-www-form-urlencoded (WHATWG URL, section 5), in the order sent.
package struct Form: Sendable, Equatable {
  /// A name and its value, decoded.
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String

    /// A name with its value, both decoded.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let pairs: [Pair]

  /// The pairs of a body or a query, at most `limit` of them; refuses what the standard would repair.
  package init(_ bytes: [UInt8], limit: Int = 1000) throws(FormError) {
    var pairs: [Pair] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < limit else { throw FormError.tooMany(limit: limit) }
      let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decoded(sides[0], of: sides[0])
      let value = sides.count == 2 ? try decoded(sides[1], of: sides[0]) : ""
      pairs.append(Pair(name: name, value: value))
    }
    self.pairs = pairs
  }

  /// What of a body or a query that is no form can be read all the same; a name or a value that cannot is as it came.
  package static func legible(_ bytes: [UInt8], limit: Int = 1000) -> [Pair] {
    bytes.split(separator: UInt8(ascii: "&")).prefix(limit).map { pair in
      let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { (try? decoded($0, of: $0)) ?? String(decoding: $0, as: UTF8.self) }
      return Pair(name: sides[0], value: sides.count == 2 ? sides[1] : "")
    }
  }

  /// Every value of a name, in order.
  package func values(_ name: String) -> [String] {
    pairs.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
  }

  /// The first value of a name.
  package func first(_ name: String) -> String? {
    pairs.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The pairs as a body or a query: a space is "+", unreserved characters are kept.
  package static func encode(_ pairs: [(String, String)]) -> String {
    pairs.map { PercentEncoding.encode($0, space: "+") + "=" + PercentEncoding.encode($1, space: "+") }
      .joined(separator: "&")
  }
}

private func decoded(_ side: ArraySlice<UInt8>, of parameter: ArraySlice<UInt8>) throws(FormError) -> String {
  guard let bytes = PercentEncoding.decode(side, plusIsSpace: true) else {
    throw .brokenPercentEncoding(parameter: String(decoding: parameter, as: UTF8.self))
  }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .notUTF8(parameter: String(decoding: parameter, as: UTF8.self))
  }
  return text
}
