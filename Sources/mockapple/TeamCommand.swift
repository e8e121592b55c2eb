import JSON

/// `team`: the developer teams and their Sign in with Apple keys.
struct TeamCommand: Command {
  static let verb = "team"
  static let summary = "lists, adds, shows and removes teams and their keys"
  static let usage = """
    Usage: mockapple team [list]
           mockapple team add [T] [--name NAME]
           mockapple team show T
           mockapple team remove T
           mockapple team add-key T [--key-id K] [--public-key FILE | --private-key FILE] [--app A]…
           mockapple team revoke-key T --key-id K
      list                 every team with its keys
      add                  a team; without T one is made up
      show                 one team, its keys one by one
      remove               the team with its keys and clients
      add-key              a key; without a file one is made, and its private half printed, this once
      revoke-key           ends a key: secrets it signed are refused
      --team-id T          the team, where T is not the next word
      --name NAME          what the team is called (T)
      --key-id K           the Key ID (made up, or from the name AuthKey_<KEYID>.p8)
      --public-key FILE    a P-256 public key, PEM or JWK
      --private-key FILE   a .p8 file; only its public half is sent
      --app A              a primary app it is for; may be repeated (every primary app of the team)
    \(AdminClient.usage)
    """

  private enum Verb: String, CaseIterable {
    case list, add, show, remove
    case addKey = "add-key"
    case revokeKey = "revoke-key"
  }

  private let admin: AdminClient
  private let act: Act

  private enum Act { case call(Call), addKey(NewClientKey) }

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) ?? .list {
    case .list: act = .call(Call("GET", "teams") { try TeamWords($1).list($0) })
    case .add:
      let teamID = try arguments.optionalSubject("team-id")
      let members = [teamID.map { JSON.Member("team_id", .string($0)) }, try arguments.member("name")]
      act = .call(
        Call("POST", "teams", .object(members.compactMap { $0 })) { answer, _ in
          "Added team \(answer["team_id"]?.string ?? "")."
        })
    case .show:
      let teamID = try arguments.subject("team-id")
      act = .call(Call("GET", AdminClient.path("teams", teamID)) { try TeamWords($1).one($0) })
    case .remove:
      let teamID = try arguments.subject("team-id")
      act = .call(Call("DELETE", AdminClient.path("teams", teamID), done: "Removed team \(teamID)."))
    case .addKey: act = .addKey(try NewClientKey(&arguments))
    case .revokeKey:
      let teamID = try arguments.subject("team-id")
      let keyID = try arguments.subject("key-id")
      act = .call(
        Call("DELETE", AdminClient.path("teams", teamID, "keys", keyID), done: "Revoked key \(keyID)."))
    }
  }

  func run() throws {
    switch act {
    case .call(let call): try call.run(by: admin)
    case .addKey(let key): try key.call().run(by: admin)
    }
  }
}

/// Teams as a person reads them.
private struct TeamWords {
  private let ago: Ago

  init(_ admin: AdminClient) throws { ago = try admin.ago() }

  func list(_ answer: JSON) -> String {
    let rows = (answer["teams"]?.array ?? []).map { team in
      [
        Cell(team["team_id"]?.string ?? ""), Cell(team["name"]?.string ?? ""),
        Cell(keys(team)),
      ]
    }
    return Table(["team", "name", "keys"], rows, empty: "There are no teams.").text()
  }

  func one(_ team: JSON) -> String {
    var rows: [[Cell]] = [
      [Cell("team", .faint), Cell(team["team_id"]?.string ?? "")],
      [Cell("name", .faint), Cell(team["name"]?.string ?? "")],
    ]
    for key in team["keys"]?.array ?? [] {
      let apps = key["apps"]?.array?.compactMap(\.string).joined(separator: ", ") ?? "every primary app"
      rows.append([Cell("key", .faint), Cell("\(self.key(key)) for \(apps)")])
    }
    return Table(rows).text()
  }

  private func keys(_ team: JSON) -> String {
    let keys = (team["keys"]?.array ?? []).map(key)
    return keys.isEmpty ? "-" : keys.joined(separator: ", ")
  }

  private func key(_ key: JSON) -> String {
    let revoked = key["revoked_at"]?.int.map { " (revoked \(ago.words($0)))" } ?? ""
    return (key["key_id"]?.string ?? "") + revoked
  }
}
