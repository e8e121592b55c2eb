/// `version`: which build this is.
struct VersionCommand: Command {
  static let verb = "version"
  static let summary = "the version, as --version tells it"
  static let usage = """
    Usage: mockapple version
    """

  init(_ arguments: inout Arguments) {}

  func run() { Terminal.out("mockapple \(MockApple.version)") }
}
