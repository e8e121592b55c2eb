/// A text for a person, with a colour where one looks.
struct Cell: ExpressibleByStringInterpolation {
  /// The colours a terminal has of its own, so that they fit its background.
  enum Color: String { case red = "31", green = "32", yellow = "33", faint = "2" }

  let text: String
  let color: Color?

  /// Control characters are not let through: much of what is shown came from outside.
  init(_ text: String, _ color: Color? = nil) {
    self.text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    self.color = color
  }

  init(stringLiteral text: String) { self.init(text) }

  /// The text as it is printed.
  func text(colored: Bool) -> String {
    guard colored, let color else { return text }
    return "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m"
  }
}

/// Rows in aligned columns.
struct Table {
  let rows: [[Cell]]
  /// How wide the first columns are at least.
  private let widths: [Int]

  init(_ rows: [[Cell]], widths: [Int] = []) {
    self.rows = rows
    self.widths = widths
  }

  /// A list under its headings, or the words for an empty one.
  init(_ headings: [String], _ rows: [[Cell]], empty: String) {
    self.init(rows.isEmpty ? [[Cell(empty)]] : [headings.map { Cell($0.uppercased(), .faint) }] + rows)
  }

  /// The lines; the last column is as long as it likes. Below each of the last rows stand its notes, if it has any.
  func text(notes: [[String]] = [], colored: Bool = Terminal.isColored) -> String {
    let widths = rows.reduce(into: widths) { widths, row in
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.text.count)
      }
    }
    let lines = rows.map { row in
      row.enumerated().map { index, cell in
        let padding = index == row.count - 1 ? 0 : widths[index] - cell.text.count
        return cell.text(colored: colored) + String(repeating: " ", count: padding)
      }.joined(separator: "  ")
    }
    let noted = zip(lines.suffix(notes.count), notes).flatMap { line, notes in
      [line] + notes.map { "    " + Cell($0, .yellow).text(colored: colored) }
    }
    return (lines.dropLast(notes.count) + noted).joined(separator: "\n")
  }
}
