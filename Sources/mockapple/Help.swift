/// `help`: the list of commands, or one command's usage.
struct Help: Command {
  static let verb = "help"
  static let summary = "this list, or the help of one command"
  static let usage = "Usage: mockapple help [COMMAND]"

  private let topic: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    var topic: [String] = []
    while let word = arguments.operand() { topic.append(word) }
    guard topic.isEmpty || MockApple.command(for: topic) != nil else {
      throw UsageError("there is no command \(topic.joined(separator: " ")).")
    }
    self.topic = topic
  }

  func run() { Terminal.out(MockApple.command(for: topic)?.usage ?? Self.overview) }

  static var overview: String {
    "mockapple: a fake appleid.apple.com for tests\n\nUsage: mockapple COMMAND …\n\n"
      + Terminal.table(MockApple.commands.map { ["  " + $0.verb, $0.summary] })
      + "\n\nmockapple COMMAND --help tells more; every option is also an environment variable"
      + " (--admin-port: MOCKAPPLE_ADMIN_PORT)."
  }
}
