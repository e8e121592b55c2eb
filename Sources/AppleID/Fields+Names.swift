package import JSON
import Primitives

extension Fields {
  /// An id: 1 to 128 letters, digits, `.`, `-`, `_`, as in Team IDs, Key IDs and bundle ids.
  package mutating func identifier(_ name: String) throws(FieldErrors) -> String? {
    guard let text = try string(name) else { return nil }
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isIdentifier) else {
      throw error(name, "must be 1 to 128 letters, digits, dots, hyphens or underscores.")
    }
    return text
  }

  mutating func requiredIdentifier(_ name: String) throws(FieldErrors) -> String {
    _ = try requiredString(name)
    return try identifier(name) ?? ""
  }

  /// An id that has to be there, or in a change the one that it is already.
  mutating func identifier(_ name: String, fixed: String?) throws(FieldErrors) -> String {
    guard let fixed else { return try requiredIdentifier(name) }
    guard let sent = try string(name), !sent.hasSameBytes(as: fixed) else { return fixed }
    throw error(name, "is \(fixed) and cannot be changed.")
  }

  /// An e-mail address: something, an @, something.
  package mutating func email(_ name: String) throws(FieldErrors) -> String? {
    guard let text = try string(name) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }), !Self.hasControls(text) else {
      throw error(name, "must be an e-mail address.")
    }
    return text
  }

  /// A whole number within a range; throws on others.
  package mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(FieldErrors) -> Int? {
    guard let number = try int(name) else { return nil }
    guard range.contains(number) else {
      throw error(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// A number of seconds far beyond any that is meant, and as far from where sums overflow; throws on others.
  package mutating func moment(_ name: String) throws(FieldErrors) -> Int? {
    try number(name, -(1 << 53)...(1 << 53))
  }

  /// One of some endpoints by its name; throws on others, and where it is missing.
  mutating func endpoint(_ name: String, among known: [Endpoint]) throws(FieldErrors) -> Endpoint {
    let text = try requiredString(name)
    guard let endpoint = known.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
      throw error(name, "is none of \(known.map(\.rawValue).joined(separator: ", ")).")
    }
    return endpoint
  }

  /// A list of leniencies; throws on names that are none.
  package mutating func leniencies(_ name: String) throws(FieldErrors) -> [Leniency]? {
    guard let list = try strings(name) else { return nil }
    var found: [Leniency] = []
    for (index, text) in list.enumerated() {
      guard let leniency = Leniency(rawValue: text) else {
        let known = Leniency.allCases.map(\.rawValue).joined(separator: ", ")
        throw error("\(name)[\(index)]", "\(text) is unknown; known are: \(known).")
      }
      found.append(leniency)
    }
    return found
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether it looks like a URL of http or https, whatever its host.
  static func isAbsolute(_ text: String) -> Bool {
    let host =
      text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard let first = host.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: ":") else {
      return false
    }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
  }
}
