import CVersion
import Glibc

/// The front door: finds the verb, hands it its words, and tells what came of it.
@main
enum MockApple {
  /// As the git tag was when it was built.
  static let version = String(cString: cversion())

  static let commands: [any Command.Type] = [
    Serve.self, Secret.self, SecretExplain.self, Adopt.self, SignInCommand.self, RequestsCommand.self,
    ClockCommand.self, KeysCommand.self, FaultCommand.self, IncidentCommand.self, BehaviourCommand.self,
    TeamCommand.self, ClientCommand.self, TransferCommand.self,
    AccountCommand.self, RevokeConsent.self, DeleteAccount.self, PasswordChange.self, Forwarding.self,
    NotificationsCommand.self,
    Reset.self, SnapshotCommand.self, CertificateAuthorityCommand.self, Health.self, CompletionCommand.self,
    ManCommand.self, VersionCommand.self, Help.self,
  ]

  /// Ends without the handlers of `exit`: OpenSSL's would free its locks under the thread that makes a key.
  static func main() { _exit(run(Array(CommandLine.arguments.dropFirst()))) }

  /// Runs a command line and gives its exit status: 0 done, 1 refused or failed, 64 wrong usage.
  static func run(_ words: [String]) -> Int32 {
    let words = words == ["--version"] ? [VersionCommand.verb] : words
    guard let first = words.first, first != "--help", first != "-h" else {
      Terminal.out(Help.overview)
      return words.isEmpty ? 64 : 0
    }
    guard let command = command(for: words) else {
      Terminal.err("mockapple: \(unknown(first)) mockapple help lists what there is.")
      return 64
    }
    return run(command, Array(words.dropFirst(command.verb.split(separator: " ").count)))
  }

  /// The command that the first words name, two words before one.
  static func command(for words: [String]) -> (any Command.Type)? {
    let named = commands.filter { words.starts(with: $0.verb.split(separator: " ").map(String.init)) }
    return named.max { $0.verb.utf8.count < $1.verb.utf8.count }
  }

  /// The sentence for a verb that is none, with the one that may have been meant.
  static func unknown(_ verb: String) -> String {
    "there is no command \(verb)." + Nearest.question(verb, among: commands.map { $0.verb })
  }

  private static func run(_ command: any Command.Type, _ words: [String]) -> Int32 {
    if words.contains("--help") || words.contains("-h") {
      Terminal.out(command.usage)
      return 0
    }
    do {
      var arguments = Arguments(words)
      let command = try command.init(&arguments)
      try arguments.finish()
      arguments.remarks.forEach(Terminal.err)
      try command.run()
      return 0
    } catch let error as UsageError {
      let call = Usage(command.usage).call(for: command.verb.split(separator: " ").map(String.init) + words)
      Terminal.err("mockapple \(command.verb): \(error)\nUsage: \(call)")
      return 64
    } catch {
      Terminal.err("mockapple: \(error)")
      return 1
    }
  }
}
