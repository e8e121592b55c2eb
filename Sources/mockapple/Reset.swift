/// `reset`: back to the seed.
struct Reset: Command {
  static let verb = "reset"
  static let summary = "wipes everything and lays the seed anew"
  static let usage = """
    Usage: mockapple reset
    \(AdminClient.usage)
    """

  private let admin: AdminClient

  init(_ arguments: inout Arguments) throws(UsageError) { admin = try AdminClient(&arguments) }

  func run() throws { try Call("POST", "reset", done: "Reset to the seed.").run(by: admin) }
}
