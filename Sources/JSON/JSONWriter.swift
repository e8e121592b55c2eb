/// Appends values to bytes: by hand, because a token is written on every request (RFC 8259).
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .int(let value): write(value)
    case .double(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  mutating func writePretty(_ value: JSON, indentation: Int) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      append("[")
      for (index, element) in elements.enumerated() {
        newLine(index > 0 ? "," : "", indentation + 1)
        writePretty(element, indentation: indentation + 1)
      }
      newLine("", indentation)
      append("]")
    case .object(let members) where !members.isEmpty:
      append("{")
      for (index, member) in members.enumerated() {
        newLine(index > 0 ? "," : "", indentation + 1)
        write(member.name)
        append(": ")
        writePretty(member.value, indentation: indentation + 1)
      }
      newLine("", indentation)
      append("}")
    default: write(value)
    }
  }

  private mutating func newLine(_ separator: String, _ indentation: Int) {
    append(separator + "\n" + String(repeating: "  ", count: indentation))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ number: Int) { append(String(number)) }

  /// Swift's shortest form ("0.1", "1e+16", "5e-324") is JSON as it stands.
  private mutating func write(_ number: Double) { append(number.isFinite ? String(number) : "null") }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        escape(utf8)
      }
    }
    if isWritten == nil { escape(text.utf8) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ utf8: some Sequence<UInt8>) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case ..<0x10: append("\\u000" + String(byte, radix: 16))
      case ..<0x20: append("\\u00" + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }
}
