/// `completion`: the script that completes command lines in a shell.
struct CompletionCommand: Command {
  static let verb = "completion"
  static let summary = "prints a script that completes command lines in bash or zsh"
  static let usage = """
    Usage: mockapple completion bash|zsh
      bash                 for ~/.bashrc: source <(mockapple completion bash)
      zsh                  for ~/.zshrc: source <(mockapple completion zsh)
    """

  private enum Shell: String, CaseIterable { case bash, zsh }

  private let shell: Shell

  init(_ arguments: inout Arguments) throws(UsageError) {
    guard let shell = try arguments.verb(of: Shell.self) else { throw UsageError("the shell is missing.") }
    self.shell = shell
  }

  func run() { Terminal.out(shell == .bash ? Completion().bash : Completion().zsh) }
}
