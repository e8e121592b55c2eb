import JSON

/// `account`: the people with their Apple Accounts.
struct AccountCommand: Command {
  static let verb = "account"
  static let summary = "lists, adds, shows and removes Apple Accounts"
  static let usage = """
    Usage: mockapple account [list]
           mockapple account add [A] [--email E] [--given-name N] [--family-name N] […]
           mockapple account show A
           mockapple account remove A
      list                 everybody
      add                  a person; without A an id is made up
      show                 one person, and what they allowed
      remove               the person deletes their Apple Account
      --account A          the id, where A is not the next word
      --email E            the e-mail address (none)
      --given-name N, --family-name N
                           the name that a first sign-in hands out
      --email-verified B   one of true, false (true; for a managed account false)
      --real-user-status N
                           one of 0, 1, 2 (2): unsupported, unknown, likely real
      --org-id O           makes it a Managed Apple Account of this organisation
      --hide-email         hides the e-mail address where a sign-in does not say
    \(AdminClient.usage)
    """

  private enum Verb: String, CaseIterable { case list, add, show, remove }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) ?? .list {
    case .list: call = Call("GET", "accounts") { answer, _ in AccountWords.list(answer) }
    case .add:
      call = Call("POST", "accounts", try Self.body(&arguments)) { answer, _ in
        "Added account \(answer["id"]?.string ?? "")."
      }
    case .show:
      let id = try arguments.subject("account")
      call = Call("GET", AdminClient.path("accounts", id)) { answer, admin in
        AccountWords.one(
          answer, try admin.call("GET", AdminClient.path("accounts", id, "consents")), try admin.ago())
      }
    case .remove: call = Self.deletion(of: try arguments.subject("account"))
    }
  }

  func run() throws { try call.run(by: admin) }

  /// The person deletes their Apple Account.
  static func deletion(of id: String) -> Call {
    Call("DELETE", AdminClient.path("accounts", id), done: "Deleted account \(id).")
  }

  private static func body(_ arguments: inout Arguments) throws(UsageError) -> JSON {
    var members: [JSON.Member?] = []
    let id = try arguments.optionalSubject("account")
    members.append(id.map { JSON.Member("id", .string($0)) })
    for name in ["email", "given-name", "family-name", "org-id"] {
      members.append(try arguments.member(name))
    }
    let isVerified = try arguments.choice("email-verified", of: Truth.self)
    members.append(isVerified.map { JSON.Member("email_verified", .bool($0 == .true)) })
    let status = try arguments.number("real-user-status", in: 0...2)
    members.append(status.map { JSON.Member("real_user_status", .int($0)) })
    if arguments.flag("hide-email") { members.append(JSON.Member("hide_email", true)) }
    return .object(members.compactMap { $0 })
  }

  private enum Truth: String, CaseIterable { case `true`, `false` }
}

/// Accounts as a person reads them.
private enum AccountWords {
  static func list(_ answer: JSON) -> String {
    let rows = (answer["accounts"]?.array ?? []).map { account in
      [
        Cell(account["id"]?.string ?? ""), Cell(account["email"]?.string ?? "-"), Cell(name(account)),
        Cell(notes(account)),
      ]
    }
    return Table(["account", "e-mail", "name", "notes"], rows, empty: "There are no accounts.").text()
  }

  static func one(_ account: JSON, _ consents: JSON, _ ago: Ago) -> String {
    let status = ["unsupported", "unknown", "likely real"]
    let number = account["real_user_status"]?.int ?? 0
    var rows: [[Cell]] = [
      [Cell("account", .faint), Cell(account["id"]?.string ?? "")],
      [Cell("e-mail", .faint), Cell(account["email"]?.string ?? "-")],
      [Cell("name", .faint), Cell(name(account))],
      [Cell("notes", .faint), Cell(notes(account))],
      [Cell("real user", .faint), Cell(status.indices.contains(number) ? status[number] : "\(number)")],
    ]
    for consent in consents["consents"]?.array ?? [] {
      let what = [consent["scope"]?.string, consent["hide_email"] == true ? "e-mail hidden" : nil]
      rows.append([
        Cell("allowed", .faint),
        Cell(
          "\(consent["client_id"]?.string ?? "") \(ago.words(consent["consented_at"])): "
            + what.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")),
      ])
    }
    return Table(rows).text()
  }

  private static func name(_ account: JSON) -> String {
    let names = [account["given_name"], account["family_name"]].compactMap { $0?.string }
    return names.isEmpty ? "-" : names.joined(separator: " ")
  }

  private static func notes(_ account: JSON) -> String {
    let words = [
      account["hide_email"] == true ? "hides the e-mail" : nil,
      account["email_verified"] == false ? "e-mail not verified" : nil,
      account["org_id"]?.string.map { "managed by \($0)" },
    ].compactMap { $0 }
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }
}
