/// A man page in the making (groff_man(7)).
struct Roff {
  private(set) var text: String

  init(title: String, section: Int, source: String) {
    text = #".TH \#(title) \#(section) "" "\#(source)""#
  }

  mutating func section(_ title: String) { add(".SH " + Self.quoted(title.uppercased())) }
  mutating func subsection(_ title: String) { add(".SS " + Self.quoted(title)) }

  mutating func paragraph(_ words: String) {
    add(".PP")
    add(Self.escaped(words))
  }

  mutating func bold(_ words: String) { add(".B " + Self.quoted(words)) }

  /// Lines as they are.
  mutating func lines(_ lines: [String]) {
    add(".PP")
    add(".nf")
    lines.forEach { bold($0) }
    add(".fi")
  }

  /// A term, and what it means.
  mutating func item(_ term: String, _ meaning: String) {
    add(".TP")
    bold(term)
    add(Self.escaped(meaning))
  }

  private mutating func add(_ line: String) { text += "\n" + line }

  private static func quoted(_ words: String) -> String { "\"\(escaped(words, quotes: true))\"" }

  /// A text that roff shows letter for letter; what is not ASCII by its number, as old readers want it.
  private static func escaped(_ words: String, quotes: Bool = false) -> String {
    var escaped = words.hasPrefix(".") || words.hasPrefix("'") ? #"\&"# : ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\e"#
      case "-": escaped += #"\-"#
      case "'": escaped += #"\(aq"#
      case "`": escaped += #"\(ga"#
      case "\"": escaped += quotes ? #"\(dq"# : "\""
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        escaped += #"\[u"# + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex + "]"
      }
    }
    return escaped
  }
}
