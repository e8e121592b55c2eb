import HTTP
import JSON
import Web

/// `requests`: the journal of Apple's side.
struct RequestsCommand: Command {
  static let verb = "requests"
  static let summary = "shows the journal: what was asked, what was answered, why"
  static let usage = """
    Usage: mockapple requests [--wait S] [--count N] [--follow] [--limit N] [--endpoint E] [--client-id C] [--rule R]
      --wait S             waits up to S seconds (60 at most) for --count entries
      --count N            how many (1)
      --follow             shows what comes, until interrupted; with --json one object a line
      --limit N            the newest N
      --endpoint E         only of one of discovery, keys, authorize, token, revoke, usermigrationinfo
      --method M, --path P, --client-id C, --account A, --grant-type G, --status N, --error E, --rule R
                           only such entries
    \(AdminClient.usage)
    """

  private static let filters = [
    "endpoint", "method", "path", "client-id", "account", "grant-type", "status", "error", "rule",
  ]

  private let admin: AdminClient
  private let query: [(String, String)]
  private let limit: Int?
  private let wait: Int
  private let follow: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    wait = try arguments.number("wait", in: 0...60) ?? 0
    follow = arguments.flag("follow")
    limit = try arguments.number("limit", in: 1...10_000)
    var query: [(String, String)] = []
    if let count = try arguments.number("count", in: 1...10_000) { query.append(("count", "\(count)")) }
    for name in Self.filters {
      if let value = try arguments.option(name) { query.append((Arguments.field(name), value)) }
    }
    self.query = query
  }

  func run() throws {
    var pairs = query + [("wait", String(wait))]
    if let limit { pairs.append(("limit", String(limit))) }
    let answer = try get(pairs, seconds: wait)
    var entries = answer["requests"]?.array ?? []
    guard follow else { return Terminal.out(admin.json ? answer.prettyText() : try words(entries)) }
    // `limit` is for what was there before: of what comes now nothing is left out.
    var after = 0
    while true {
      for entry in entries { Terminal.out(admin.json ? entry.text() : JournalLine(entry).text()) }
      after = entries.last?["id"]?.int ?? after
      let answer = try get(query + [("wait", "30"), ("after", String(after))], seconds: 30)
      entries = answer["requests"]?.array ?? []
    }
  }

  private func get(_ pairs: [(String, String)], seconds: Int) throws -> JSON {
    try admin.call("GET", "requests?" + Form.encode(pairs), seconds: seconds + 10)
  }

  private func words(_ entries: [JSON]) throws -> String {
    let ago = try admin.ago()
    let lines = entries.map(JournalLine.init)
    let table = Table(
      ["#", "when", "status", "request", "grant", "client", "account"],
      zip(lines, entries).map { $0.cells(when: ago.words($1["at"])) }, empty: "Nothing was asked yet.")
    let rows = table.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard !lines.isEmpty else { return rows.joined() }
    return ([rows[0]] + zip(rows[1...], lines).flatMap { [$0] + $1.reasons }).joined(separator: "\n")
  }
}

/// An entry of the journal as a person reads it.
struct JournalLine {
  private let entry: JSON

  init(_ entry: JSON) { self.entry = entry }

  /// What refused, and what the leniencies forgave, a line each.
  var reasons: [String] {
    let refusal = [entry["rule"]?.string, entry["hint"]?.string].compactMap { $0 }.joined(separator: ": ")
    let forgiven = (entry["leniencies"]?.array ?? []).compactMap(\.string)
    return ([refusal] + forgiven).filter { !$0.isEmpty }
      .map { "    " + Cell($0, .yellow).text(colored: Terminal.isColored) }
  }

  func cells(when: String) -> [Cell] {
    let status = entry["status"]?.int ?? 0
    return [
      Cell("\(entry["id"]?.int ?? 0)"), Cell(when), Cell("\(status)", status < 400 ? .green : .red),
      Cell((entry["method"]?.string ?? "") + " " + (entry["path"]?.string ?? "")),
    ] + ["grant_type", "client_id", "account"].map { Cell(entry[$0]?.string ?? "-") }
  }

  /// By itself, with the moment as it is: it stays on the screen.
  func text() -> String {
    let row = Table([cells(when: Moment.text(entry["at"]?.int ?? 0)).filter { $0.text != "-" }])
    return ([row.text()] + reasons).joined(separator: "\n")
  }
}
