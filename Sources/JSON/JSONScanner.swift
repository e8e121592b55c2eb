/// Reads the smallest parts of JSON: strings, numbers, words and comments.
struct JSONScanner {
  private let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte, nil at the end.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  func error(_ message: String, at position: Int? = nil) -> JSONError {
    JSONError(message, at: position ?? self.position, in: bytes)
  }

  func unexpected() -> JSONError {
    guard let byte = peek else { return error("unexpected end") }
    if byte < 0x20 || byte == 0x7F { return error("unexpected control character \(byte)") }
    let scalar = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first!
    return error("unexpected '\(scalar)'")
  }

  mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    for byte in word.utf8 { guard take(byte) else { throw unexpected() } }
    return value
  }

  /// Passes `// …` up to the end of the line, or `/* … */`.
  mutating func comment() throws(JSONError) {
    let start = position
    position += 1
    if take(UInt8(ascii: "/")) {
      while let byte = peek, byte != UInt8(ascii: "\n") { position += 1 }
      return
    }
    guard take(UInt8(ascii: "*")) else { throw unexpected() }
    while peek != nil {
      if take(UInt8(ascii: "*")) {
        if take(UInt8(ascii: "/")) { return }
      } else {
        position += 1
      }
    }
    throw error("this comment has no end", at: start)
  }

  /// A number: `.int` if it is whole and fits 64 bits, otherwise `.double`; what is not finite is refused.
  mutating func number() throws(JSONError) -> JSON {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int(text) { return .int(value) }
    guard let value = Double(text), value.isFinite else { throw error("the number is too large", at: start) }
    return .double(value)
  }

  private mutating func digits() throws(JSONError) {
    guard isDigit else { throw unexpected() }
    while isDigit { position += 1 }
  }

  private var isDigit: Bool { peek.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var run = position  // what was read since the last escape
    var unescaped: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw unexpected() }
      if byte == UInt8(ascii: "\\") {
        unescaped += bytes[run..<position]
        unescaped += try String(escape()).utf8
        run = position
      } else {
        position += 1
      }
    }
    guard peek != nil else { throw error("this string has no end", at: start) }
    let last = bytes[run..<position]
    position += 1
    let text =
      unescaped.isEmpty
      ? String(validating: last, as: UTF8.self) : String(validating: unescaped + last, as: UTF8.self)
    guard let text else { throw error("this string is not UTF-8", at: start) }
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    position += 1
    let scalar: Unicode.Scalar
    switch peek {
    case UInt8(ascii: "u"): return try surrogates()
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    default: throw unexpected()
    }
    position += 1
    return scalar
  }

  /// `\uXXXX`, or two of them for a character beyond U+FFFF; half a pair is refused (RFC 8259, section 8.2).
  private mutating func surrogates() throws(JSONError) -> Unicode.Scalar {
    let start = position - 1
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take(UInt8(ascii: "\\")), peek == UInt8(ascii: "u") {
      let second = try hexadecimal()
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw error("half a surrogate pair", at: start)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    position += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected()
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
