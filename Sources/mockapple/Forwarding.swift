import JSON

/// `forwarding`: the person turns the forwarding of relay mail on or off in Settings.
struct Forwarding: Command {
  static let verb = "forwarding"
  static let summary = "the person turns the forwarding of relay mail on or off"
  static let usage = """
    Usage: mockapple forwarding on|off --account A --team-id T
      on                   mail to the relay address reaches the person
      off                  it does not
      --account A          the person's id
      --team-id T          the team that the relay address is for
    \(AdminClient.usage)
    """

  private enum Verb: String, CaseIterable { case on, off }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    guard let verb = try arguments.verb(of: Verb.self) else { throw UsageError("on or off is missing.") }
    let account = try arguments.required("account")
    let teamID = try arguments.required("team-id")
    call = Call(
      "PUT", AdminClient.path("accounts", account, "forwarding", teamID), ["enabled": .bool(verb == .on)],
      done: "Relay mail of team \(teamID) to \(account) is \(verb == .on ? "forwarded" : "not forwarded").")
  }

  func run() throws { try call.run(by: admin) }
}
