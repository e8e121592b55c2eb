import AppleID
import JSON

/// `client`: the apps and services that people sign in to.
struct ClientCommand: Command {
  static let verb = "client"
  static let summary = "lists, adds, shows, changes and removes clients"
  static let usage = """
    Usage: mockapple client [list] [--team-id T] [--kind app|service]
           mockapple client add C --team-id T [--kind app|service] [--redirect-uri R]… […]
           mockapple client show C
           mockapple client change C […]
           mockapple client remove C
      list                 every client, or those of a team or a kind
      add                  an app, or with --redirect-uri a service
      show                 one client
      change               what is given; an empty value takes it away
      remove               the client
      --client-id C        the client, where C is not the next word
      --team-id T          its team
      --kind app|service   an App ID, or a Services ID
      --primary A          the App ID that it is grouped with
      --name NAME          what Apple's pages call it (C)
      --redirect-uri R     a Return URL; may be repeated
      --domain D           a domain of the website; may be repeated
      --notification-url U
                           where its notifications go
      --email-source E     an address or domain that may write to relay addresses; may be repeated
      --leniency L         a departure from Apple's strictness; may be repeated; one of
                           \(leniencies[..<4].joined(separator: ", ")),
                           \(leniencies[4...].joined(separator: ", "))
    \(AdminClient.usage)
    """

  private static let leniencies = Leniency.allCases.map(\.rawValue)

  private enum Verb: String, CaseIterable { case list, add, show, change, remove }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) ?? .list {
    case .list:
      let query = try AdminClient.query(["team-id", "kind"], &arguments)
      call = Call("GET", "clients" + query) { answer, _ in Self.list(answer) }
    case .add:
      let clientID = try arguments.subject("client-id")
      var body = try Self.body(&arguments).with("client_id", .string(clientID))
      if body["team_id"] == nil { throw UsageError("--team-id is missing.") }
      if body["kind"] == nil { body = body.with("kind", body["redirect_uris"] == nil ? "app" : "service") }
      call = Call("POST", "clients", body, done: "Added client \(clientID).")
    case .show: call = Call("GET", try Self.path(&arguments)) { answer, _ in Self.one(answer) }
    case .change:
      let path = try Self.path(&arguments)
      call = Call("PATCH", path, try Self.body(&arguments)) { answer, _ in Self.one(answer) }
    case .remove:
      let clientID = try arguments.subject("client-id")
      call = Call("DELETE", AdminClient.path("clients", clientID), done: "Removed client \(clientID).")
    }
  }

  func run() throws { try call.run(by: admin) }

  private static func path(_ arguments: inout Arguments) throws(UsageError) -> String {
    AdminClient.path("clients", try arguments.subject("client-id"))
  }

  private static func body(_ arguments: inout Arguments) throws(UsageError) -> JSON {
    var members: [JSON.Member?] = []
    for name in ["team-id", "kind", "primary", "name", "notification-url"] {
      members.append(try arguments.member(name))
    }
    members.append(try arguments.members("redirect-uri", as: "redirect_uris"))
    members.append(try arguments.members("domain", as: "domains"))
    members.append(try arguments.members("email-source", as: "email_sources"))
    members.append(try arguments.members("leniency", as: "leniencies"))
    return .object(members.compactMap { $0 })
  }

  private static func list(_ answer: JSON) -> String {
    let rows = (answer["clients"]?.array ?? []).map { client in
      ["client_id", "team_id", "kind", "primary", "name"].map { Cell(client[$0]?.string ?? "-") }
        + [Cell(words(client["leniencies"]))]
    }
    let headings = ["client", "team", "kind", "primary", "name", "leniencies"]
    return Table(headings, rows, empty: "There are no clients.").text()
  }

  private static func one(_ client: JSON) -> String {
    Table(
      (client.members ?? []).map { member in
        let name = String(member.name.map { $0 == "_" ? " " : $0 })
        return [Cell(name, .faint), Cell(member.value.string ?? words(member.value))]
      }
    ).text()
  }

  private static func words(_ list: JSON?) -> String {
    let words = list?.array?.compactMap(\.string) ?? []
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }
}
