/// `help`: the list of commands, or one command's usage.
struct Help: Command {
  static let verb = "help"
  static let summary = "this list, or the help of one command"
  static let usage = """
    Usage: mockapple help [COMMAND]
      COMMAND              the command to tell about
    """

  private let topic: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    var topic: [String] = []
    while let word = arguments.operand() { topic.append(word) }
    guard topic.isEmpty || MockApple.command(for: topic) != nil else {
      throw UsageError(MockApple.unknown(topic.joined(separator: " ")))
    }
    self.topic = topic
  }

  func run() { Terminal.out(MockApple.command(for: topic)?.usage ?? Self.overview) }

  static var overview: String {
    "mockapple: a fake appleid.apple.com for tests\n\nUsage: mockapple COMMAND …\n\n"
      + Table(MockApple.commands.map { [Cell("  " + $0.verb), Cell($0.summary)] }).text()
      + "\n\nmockapple COMMAND --help tells more; every option is also an environment variable"
      + " (--admin-port: MOCKAPPLE_ADMIN_PORT)."
  }
}
