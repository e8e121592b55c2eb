/// Why a text is not the JSON it should be, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int?
  /// The column in characters (Unicode scalars), from 1.
  package let column: Int?
  /// A sentence for people: "line 3, column 5: unexpected '}'."
  package let description: String

  init(_ message: String, at position: Int, in bytes: [UInt8]) {
    let before = bytes[..<position]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.line = line
    self.column = column
    description = "line \(line), column \(column): \(message)."
  }
}
