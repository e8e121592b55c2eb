import AppleID
import TestSupport
import Testing

@testable import mockapple

@Suite struct `A usage text` {
  private let usage = Usage(
    """
    Usage: mockapple lamp [on | off] [--color C]
           mockapple lamp dim PERCENT
      on                   lets it shine
      dim PERCENT          less of it: one of 10, 50 (50)
      --color red|green|C  its colour
      --watch, --wait S
                           waits
      --file FILE          reads
                           a file
    It is a lamp.
    """)

  @Test func `is taken apart`() {
    #expect(usage.calls == ["mockapple lamp [on | off] [--color C]", "mockapple lamp dim PERCENT"])
    #expect(
      usage.entries.map(\.text) == [
        "on", "dim PERCENT", "--color red|green|C", "--watch, --wait S", "--file FILE",
      ])
    #expect(usage.entries.map(\.meaning).suffix(2) == ["waits", "reads a file"])
    #expect(usage.options == ["color", "watch", "wait", "file"])
    #expect(usage.notes == ["It is a lamp."])
  }

  @Test func `knows its closed lists and its files`() {
    let terms = usage.entries.flatMap { entry in
      entry.terms.map { (entry.choices(of: $0), entry.takesFile($0)) }
    }
    #expect(terms.map(\.0) == [[], ["10", "50"], ["red", "green"], [], [], []])
    #expect(terms.map(\.1) == [false, false, false, false, false, true])
  }

  @Test(arguments: [
    (["lamp"], 0), (["lamp", "dim"], 1), (["lamp", "dim", "x", "--y"], 1), (["lamp", "dmi"], 0), ([], 0),
  ])
  func `gives the line that was meant`(words: [String], index: Int) {
    #expect(usage.call(for: words) == usage.calls[index])
  }
}

@Suite struct `The usage of each command` {
  /// Values for the words in capitals.
  private static let samples = ["NAME": "pkce", "ERA": "none"]

  /// A call without what may be left out.
  private static func words(_ call: String, _ verb: String) -> [String] {
    var depth = 0
    var words: [String] = []
    for word in call.split(separator: " ").dropFirst(1 + verb.split(separator: " ").count) {
      let opens = word.count { $0 == "[" }
      if depth == 0, opens == 0 {
        let choices = word.split(separator: "|").map(String.init)
        let choice = choices.first { !$0.allSatisfy(\.isUppercase) } ?? choices[0]
        words.append(samples[choice] ?? choice)
      }
      depth += opens - word.count { $0 == "]" }
    }
    return words
  }

  @Test func `can be typed as it stands, and explains every option the command asks for`() throws {
    for command in MockApple.commands {
      let usage = Usage(command.usage)
      var asked: Set<String> = []
      for call in usage.calls {
        var arguments = Arguments(Self.words(call, command.verb), environment: [:])
        #expect(throws: Never.self, "\(call)") {
          _ = try command.init(&arguments)
          try arguments.finish()
        }
        asked.formUnion(arguments.asked)
      }
      #expect(Set(usage.options) == asked, "\(command.verb)")
      #expect(Set(usage.options).count == usage.options.count, "\(command.verb)")
    }
  }

  @Test func `has a meaning and at most one value for each word`() {
    for command in MockApple.commands {
      for entry in Usage(command.usage).entries {
        #expect(!entry.meaning.isEmpty, "\(command.verb): \(entry.text)")
        for term in entry.terms {
          let spelled = (term.words + [term.value].compactMap { $0 }).joined(separator: " ")
          #expect(entry.text.contains(spelled))
          #expect(
            entry.text.split(separator: " ").count <= 3 * entry.terms.count, "\(command.verb): \(entry.text)")
        }
      }
    }
  }

  @Test func `agrees with the others on what takes a value`() {
    let terms = MockApple.commands.flatMap { Usage($0.usage).entries.flatMap(\.terms) }.filter(\.isOption)
    let flags = Set(terms.filter { $0.value == nil }.map { $0.words[0] })
    #expect(flags == Set(Arguments.flags.map { "--" + $0 }))
    #expect(flags.isDisjoint(with: terms.filter { $0.value != nil }.map { $0.words[0] }))
  }

  @Test(arguments: [
    (FaultCommand.usage, Fault.endpoints.map(Fault.name)),
    (RequestsCommand.usage, Endpoint.ofApple.map(\.rawValue)),
  ])
  func `knows every endpoint`(usage: String, endpoints: [String]) throws {
    let entry = try #require(Usage(usage).entries.first { $0.text == "--endpoint E" })
    #expect(entry.choices(of: entry.terms[0]) == endpoints)
  }

  @Test func `of serve is the table of the README`() throws {
    let readme = Holdings.text(Holdings.root() + "/README.md")
    let table = try #require(
      readme.split(separator: "| `serve` option |").last?.split(separator: "\n\n").first)
    let rows = table.split(separator: "\n").dropFirst(2)
    let options = rows.flatMap { $0.split(separator: "|")[0].matches(of: /--([a-z-]+)/).map { String($0.1) } }
    #expect(Set(options) == Set(Usage(Serve.usage).options))
  }
}
