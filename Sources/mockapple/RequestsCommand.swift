import AppleID
import HTTP
import JSON
import Web

/// `requests`: the journal of Apple's side.
struct RequestsCommand: Command {
  static let verb = "requests"
  static let summary = "shows the journal: what was asked, what was answered, why"
  static let usage = """
    Usage: mockapple requests [--wait S] [--count N] [--follow] [--limit N] [--endpoint E] [--client-id C] [--rule R]
    \(Waiting.usage)
      --follow             shows what comes, until interrupted; with --json one object a line
      --endpoint E         only of one of \(endpoints)
      --method M, --path P, --client-id C, --account A, --grant-type G, --status N, --error E, --rule R
                           only such entries
    \(AdminClient.usage)
    """

  private static let endpoints = Endpoint.ofApple.map(\.rawValue).joined(separator: ", ")

  private static let filters = [
    "endpoint", "method", "path", "client-id", "account", "grant-type", "status", "error", "rule",
  ]

  private let admin: AdminClient
  private let query: [(String, String)]
  private let waiting: Waiting
  private let follow: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    waiting = try Waiting(&arguments)
    follow = arguments.flag("follow")
    var query: [(String, String)] = []
    for name in Self.filters {
      if let value = try arguments.option(name) { query.append((Arguments.field(name), value)) }
    }
    self.query = query
  }

  func run() throws {
    let answer = try get(query + waiting.pairs, seconds: waiting.patience)
    guard follow else { return try waiting.tell(answer, "requests", by: admin, words: words) }
    var entries = waiting.shown(answer["requests"]?.array ?? [])
    // `limit` is for what was there before: of what comes now nothing is left out.
    var after = 0
    while true {
      for entry in entries { Terminal.out(admin.json ? entry.text() : JournalLine(entry).text()) }
      after = entries.last?["id"]?.int ?? after
      let answer = try get(query + [("wait", "30"), ("after", String(after))], seconds: 40)
      entries = answer["requests"]?.array ?? []
    }
  }

  private func get(_ pairs: [(String, String)], seconds: Int) throws -> JSON {
    try admin.call("GET", "requests?" + Form.encode(pairs), seconds: seconds)
  }

  private func words(_ entries: [JSON]) throws -> String {
    let ago = try admin.ago()
    let lines = entries.map(JournalLine.init)
    let table = Table(
      ["#", "when", "status", "request", "grant", "client", "account"],
      zip(lines, entries).map { $0.cells(when: ago.words($1["at"])) },
      empty: query.isEmpty ? "Nothing was asked yet." : "Nothing matches.")
    return table.text(notes: lines.map(\.reasons))
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
    Table([cells(when: Moment.text(entry["at"]?.int ?? 0)).filter { $0.text != "-" }]).text(notes: [reasons])
  }
}
