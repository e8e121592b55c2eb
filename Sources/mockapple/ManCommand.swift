/// `man`: the man page.
struct ManCommand: Command {
  static let verb = "man"
  static let summary = "prints the man page, mockapple.1"
  static let usage = """
    Usage: mockapple man
    To read it: mockapple man | man -l -
    """

  init(_ arguments: inout Arguments) {}

  func run() { Terminal.out(ManPage().text) }
}
