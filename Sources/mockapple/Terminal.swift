import Glibc

/// Standard output and error, written through at once (`print` keeps lines back in a container's pipe).
enum Terminal {
  static func out(_ line: String) { write(line + "\n", to: 1) }
  static func err(_ line: String) { write(line + "\n", to: 2) }

  /// Whether a person looks at standard output.
  static var isInteractive: Bool { isatty(1) == 1 }

  /// A text in a colour, where a person looks and has not declined colours (NO_COLOR).
  static func colored(_ text: String, _ code: String) -> String {
    isInteractive && getenv("NO_COLOR") == nil ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }

  /// Rows in aligned columns.
  static func table(_ rows: [[String]]) -> String {
    let widths = rows.reduce(into: [Int]()) { widths, row in
      for (index, cell) in row.enumerated() {
        if index < widths.count {
          widths[index] = max(widths[index], cell.count)
        } else {
          widths.append(cell.count)
        }
      }
    }
    return rows.map { row in
      row.enumerated().map { index, cell in
        index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
