import Primitives

/// Reads JSON by recursive descent: values, arrays, objects and what may stand between them.
struct JSONParser {
  var scanner: JSONScanner
  private let comments: Bool
  private var depth = 0

  init(_ bytes: [UInt8], comments: Bool) {
    scanner = JSONScanner(bytes)
    self.comments = comments
  }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    try skip()
    guard scanner.peek == nil else { throw scanner.unexpected() }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    try skip()
    guard let byte = scanner.peek else { throw scanner.unexpected() }
    switch byte {
    case UInt8(ascii: "{"): return .object(try nested { p throws(JSONError) in try p.members() })
    case UInt8(ascii: "["): return .array(try nested { p throws(JSONError) in try p.elements() })
    case UInt8(ascii: "\""): return .string(try scanner.string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanner.number()
    case UInt8(ascii: "t"): return try scanner.word("true", .bool(true))
    case UInt8(ascii: "f"): return try scanner.word("false", .bool(false))
    case UInt8(ascii: "n"): return try scanner.word("null", .null)
    default: throw scanner.unexpected()
    }
  }

  private mutating func nested<T>(_ read: (inout JSONParser) throws(JSONError) -> T) throws(JSONError) -> T {
    guard depth < 64 else { throw scanner.error("more than 64 levels") }
    depth += 1
    scanner.position += 1
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func elements() throws(JSONError) -> [JSON] {
    var elements: [JSON] = []
    while try !closes(UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  private mutating func members() throws(JSONError) -> [JSON.Member] {
    var members: [JSON.Member] = []
    var names: Set<ByteKey> = []
    while try !closes(UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let start = scanner.position
      guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected() }
      let name = try scanner.string()
      guard names.insert(ByteKey(name)).inserted else {
        throw scanner.error("\"\(name)\" stands here twice", at: start)
      }
      try skip()
      guard scanner.take(UInt8(ascii: ":")) else { throw scanner.unexpected() }
      members.append(JSON.Member(name, try value()))
    }
    return members
  }

  /// Reads up to the next element or past the end of the list, and says which.
  private mutating func closes(_ end: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
    try skip()
    if scanner.take(end) { return true }
    if isFirst { return false }
    guard scanner.take(UInt8(ascii: ",")) else { throw scanner.unexpected() }
    try skip()
    if scanner.peek == end {
      guard comments else { throw scanner.unexpected() }
      return scanner.take(end)
    }
    return false
  }

  /// Passes white space and, if they are allowed, comments.
  private mutating func skip() throws(JSONError) {
    while let byte = scanner.peek {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: scanner.position += 1
      case UInt8(ascii: "/") where comments: try scanner.comment()
      default: return
      }
    }
  }
}
