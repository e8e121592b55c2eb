/// A usage text, taken apart: completion, the man page and error messages are made of it.
///
/// It has the lines of the call (`Usage: mockapple …`), then a line for each word or option with what it does behind
/// two spaces or on the next lines, then sentences. A value that is one of a closed list says so: `real|clock`, or
/// "one of …".
struct Usage {
  /// Lines that explain one word, or one or more options.
  struct Entry {
    let terms: [Term]
    var meaning: String
    /// The term as it is written.
    let text: String
  }

  /// `advance D` or `--log text|json`: its fixed words and the one value that follows.
  struct Term {
    let words: [String]
    let value: String?

    var isOption: Bool { words.first?.hasPrefix("--") ?? false }
  }

  private(set) var calls: [String] = []
  private(set) var entries: [Entry] = []
  private(set) var notes: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let rest = String(line.dropFirst(indent))
      switch indent {
      case 0 where rest.hasPrefix("Usage: "): calls.append(String(rest.dropFirst(7)))
      case 0: notes.append(rest)
      case 2: entries.append(Self.entry(rest))
      case _ where rest.hasPrefix("mockapple "): calls.append(rest)
      default: entries[entries.count - 1].meaning += (entries.last?.meaning.isEmpty == true ? "" : " ") + rest
      }
    }
  }

  /// Every option that is explained, without its dashes.
  var options: [String] {
    entries.flatMap(\.terms).filter(\.isOption).compactMap { $0.words.first.map { String($0.dropFirst(2)) } }
  }

  /// The line of the call that these words were meant for: the one that begins like them.
  func call(for words: [String]) -> String {
    func likeness(_ call: String) -> Int {
      zip(call.split(separator: " ").dropFirst(), words).prefix { $0 == $1 }.count
    }
    return calls.max { likeness($0) < likeness($1) } ?? ""
  }

  private static func entry(_ line: String) -> Entry {
    let gap = line.firstRange(of: "  ")
    let text = String(line[..<(gap?.lowerBound ?? line.endIndex)])
    let meaning = String(line[(gap?.upperBound ?? line.endIndex)...].drop { $0 == " " })
    let terms = text.components(", ").map { part in
      let words = part.split(separator: " ").map(String.init)
      let fixed = words.prefix { $0.hasPrefix("--") || ($0.first?.isLowercase == true && !$0.contains("|")) }
      return Term(words: Array(fixed), value: words.dropFirst(fixed.count).first)
    }
    return Entry(terms: terms, meaning: meaning, text: text)
  }
}

extension Usage.Entry {
  /// The values a term takes, where they are a closed list.
  func choices(of term: Usage.Term) -> [String] {
    if let value = term.value, value.contains("|") {
      return value.components("|").filter { !Self.isPlaceholder($0) }
    }
    guard let list = meaning.firstRange(of: "one of ") else { return [] }
    return meaning[list.upperBound...].prefix { !";(".contains($0) }.split(separator: ",")
      .map { String($0.filter { $0 != " " }) }
  }

  /// Whether a term takes the name of a file or a folder.
  func takesFile(_ term: Usage.Term) -> Bool {
    term.value?.components("|").contains { ["FILE", "DIR", "PATH"].contains($0) } ?? false
  }

  /// `FILE` stands for something, `S256` for itself.
  private static func isPlaceholder(_ word: String) -> Bool { word.allSatisfy { $0.isUppercase } }
}

extension String {
  /// The parts between a separator.
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
