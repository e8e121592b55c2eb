/// `password-change`: the person changes their password, and every refresh token of theirs dies.
struct PasswordChange: Command {
  static let verb = "password-change"
  static let summary = "the person changes their password: refresh tokens die"
  static let usage = """
    Usage: mockapple password-change A
      --account A          the id, where A is not the next word
    \(AdminClient.usage)
    """

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    let account = try arguments.subject("account")
    call = Call(
      "POST", AdminClient.path("accounts", account, "password-change"),
      done: "\(account) changed their password; their refresh tokens are dead.")
  }

  func run() throws { try call.run(by: admin) }
}
