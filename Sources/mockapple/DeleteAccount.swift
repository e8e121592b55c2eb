/// `delete-account`: the person deletes their Apple Account.
struct DeleteAccount: Command {
  static let verb = "delete-account"
  static let summary = "the person deletes their Apple Account"
  static let usage = """
    Usage: mockapple delete-account A
      --account A          the id, where A is not the next word
    \(AdminClient.usage)
    """

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    call = AccountCommand.deletion(of: try arguments.subject("account"))
  }

  func run() throws { try call.run(by: admin) }
}
