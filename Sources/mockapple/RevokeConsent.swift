/// `revoke-consent`: the person presses “Stop using Apple Account” in Settings.
struct RevokeConsent: Command {
  static let verb = "revoke-consent"
  static let summary = "the person stops using their Apple Account with an app"
  static let usage = """
    Usage: mockapple revoke-consent --account A --client-id C
      --account A          the person's id
      --client-id C        an app or a service of the group
    \(AdminClient.usage)
    """

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    let account = try arguments.required("account")
    let clientID = try arguments.required("client-id")
    call = Call(
      "DELETE", AdminClient.path("accounts", account, "consents", clientID),
      done: "\(account) stopped using their Apple Account with \(clientID).")
  }

  func run() throws { try call.run(by: admin) }
}
