import Glibc

/// A person's mistake on the command line; it says what to do.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The words of a command line, consumed by what a command knows; the rest is refused. An option is looked up as
/// `--name value`, `--name=value`, and then in the environment as `MOCKAPPLE_NAME`.
struct Arguments {
  /// The options without a value, of all commands: the word behind any other one is its value and no operand.
  static let flags: Set = ["json", "follow", "code-only", "hide-email", "no-explain"]

  private var words: [String]
  private let environment: [String: String]
  /// What was passed over, for the log.
  private(set) var remarks: [String] = []
  /// The options somebody looked for.
  private(set) var asked: [String] = []

  init(_ words: [String], environment: [String: String] = Environment.all) {
    self.words = words
    self.environment = environment
  }

  /// Gives what was passed over to who tells it in a log of its own.
  mutating func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  /// The value of an option, or nil; throws where it is given without one, or twice.
  mutating func option(_ name: String) throws(UsageError) -> String? {
    let given = try values(name)
    guard given.count < 2 else { throw UsageError("--\(name) is given twice.") }
    return given.first ?? fromEnvironment(name)
  }

  /// Every value of an option that may be given several times, or nil; in the environment they stand between spaces.
  mutating func list(_ name: String) throws(UsageError) -> [String]? {
    let given = try values(name)
    guard given.isEmpty else { return given }
    return fromEnvironment(name).map { $0.split(separator: " ").map(String.init) }
  }

  private mutating func values(_ name: String) throws(UsageError) -> [String] {
    asked.append(name)
    var found: [String] = []
    while let index = words.firstIndex(where: { $0 == "--" + name || $0.hasPrefix("--\(name)=") }) {
      let word = words.remove(at: index)
      if word != "--" + name {
        found.append(String(word.dropFirst(name.utf8.count + 3)))
      } else {
        guard index < words.count, !words[index].hasPrefix("--") else {
          throw UsageError("--\(name) wants a value.")
        }
        found.append(words.remove(at: index))
      }
    }
    return found
  }

  /// The value of an option that has to be there.
  mutating func required(_ name: String) throws(UsageError) -> String {
    guard let value = try option(name) else { throw UsageError("--\(name) is missing.") }
    return value
  }

  /// The value of an option that is a whole number of `range`.
  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try option(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) is \(text); it must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Whether a flag is given; in the environment as `1` or `true`.
  mutating func flag(_ name: String) -> Bool {
    asked.append(name)
    guard let index = words.firstIndex(of: "--" + name) else {
      return ["1", "true"].contains(environment[Self.variable(name)] ?? "")
    }
    words.remove(at: index)
    return true
  }

  /// The next word that is no option, or nil.
  mutating func operand() -> String? {
    var isValue = false
    for (index, word) in words.enumerated() {
      if !isValue, word == "-" || !word.hasPrefix("-") { return words.remove(at: index) }
      isValue = word.hasPrefix("--") && !word.contains("=") && !Self.flags.contains(String(word.dropFirst(2)))
    }
    return nil
  }

  /// What a command is about, where that is said: the next word, or the option of that name.
  mutating func optionalSubject(_ name: String) throws(UsageError) -> String? {
    asked.append(name)
    let word = operand()
    let subject = word == nil ? try option(name) : word
    if subject?.isEmpty == true { throw UsageError("the \(name) is empty.") }
    return subject
  }

  /// Refuses whatever nobody asked for.
  func finish() throws(UsageError) {
    guard let word = words.first else { return }
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    guard word.hasPrefix("-"), !asked.contains(name) else {
      throw UsageError(
        Self.flags.contains(name) && word.contains("=")
          ? "--\(name) takes no value." : "\(word) is one word too many.")
    }
    throw UsageError(
      "\(word) is no option here." + Nearest.question("--" + name, among: asked.map { "--" + $0 }))
  }

  private mutating func fromEnvironment(_ name: String) -> String? {
    guard let value = environment[Self.variable(name)], !value.isEmpty else { return nil }
    // Kubernetes sets such variables by itself for a service of our name.
    if value.hasPrefix("tcp://"), name.hasSuffix("port") {
      remarks.append(
        "\(Self.variable(name))=\(value) was ignored: Kubernetes sets it for a service called mockapple.")
      return nil
    }
    return value
  }

  private static func variable(_ name: String) -> String {
    "MOCKAPPLE_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
  }
}

/// The environment of the process.
enum Environment {
  /// Every variable with its value.
  static var all: [String: String] {
    var all: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return all
  }
}
