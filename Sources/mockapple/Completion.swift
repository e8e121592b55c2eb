/// What may come next on a command line, made from the usage texts of the commands.
struct Completion {
  /// A word to offer.
  struct Candidate: Equatable {
    let word: String
    let meaning: String
  }

  /// What is offered in one place.
  struct Offer {
    var candidates: [Candidate] = []
    /// Whether the names of files are offered, too.
    var files = false

    fileprivate mutating func add(_ word: String, _ meaning: String) {
      guard !word.isEmpty, !candidates.contains(where: { $0.word == word }) else { return }
      candidates.append(Candidate(word: word, meaning: meaning))
    }
  }

  /// What follows these words, options aside: `clock` is followed by `advance`.
  private(set) var words: [(after: String, offer: Offer)] = []
  /// The options of a command.
  private(set) var options: [(of: String, offer: Offer)] = []
  /// The values of an option of a command, such as `serve --log`.
  private(set) var values: [(of: String, offer: Offer)] = []
  /// The options without a value.
  private(set) var flags: [String] = ["--help"]

  init(_ commands: [any Command.Type] = MockApple.commands) {
    for command in commands {
      offer(command, after: "")
      add(Usage(command.usage), of: command, among: commands)
    }
    // The longest first: shells take the first pattern that fits.
    options.sort { $0.of.utf8.count > $1.of.utf8.count }
    values.sort { $0.of.utf8.count > $1.of.utf8.count }
  }

  private mutating func add(_ usage: Usage, of command: any Command.Type, among commands: [any Command.Type])
  {
    var all = Offer()
    for entry in usage.entries {
      for term in entry.terms {
        guard term.isOption, let name = term.words.first else {
          add(term, entry, below: command.verb, among: commands)
          continue
        }
        all.add(name, entry.meaning)
        guard term.value != nil else {
          if !flags.contains(name) { flags.append(name) }
          continue
        }
        var offer = Offer(files: entry.takesFile(term))
        for choice in entry.choices(of: term) { offer.add(choice, "") }
        if offer.files || !offer.candidates.isEmpty { values.append(("\(command.verb) \(name)", offer)) }
      }
    }
    all.add("--help", "tells about the command")
    options.append((command.verb, all))
  }

  private mutating func add(
    _ term: Usage.Term, _ entry: Usage.Entry, below verb: String, among commands: [any Command.Type]
  ) {
    var place = verb
    for (index, word) in term.words.enumerated() {
      offer(word, index == term.words.count - 1 ? entry.meaning : "", after: place)
      place += " " + word
    }
    if term.value == "COMMAND" { commands.forEach { offer($0, after: place) } }
    for choice in entry.choices(of: term) { offer(choice, "", after: place) }
    if entry.takesFile(term) { offer("", "", after: place, files: true) }
  }

  private mutating func offer(_ command: any Command.Type, after place: String) {
    var place = place
    let verb = command.verb.split(separator: " ").map(String.init)
    for (index, word) in verb.enumerated() {
      offer(word, index == verb.count - 1 ? command.summary : "", after: place)
      place += (place.isEmpty ? "" : " ") + word
    }
  }

  private mutating func offer(_ word: String, _ meaning: String, after place: String, files: Bool = false) {
    let index = words.firstIndex { $0.after == place } ?? words.count
    if index == words.count { words.append((place, Offer())) }
    words[index].offer.add(word, meaning)
    if files { words[index].offer.files = true }
  }
}
