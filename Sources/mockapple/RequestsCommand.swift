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
      --follow             shows what comes, until interrupted
      --limit N            the newest N
      --endpoint, --client-id, --account, --status, --rule    only such entries
      --json               the API's answer
    \(AdminClient.usage)
    """

  private static let filters = ["endpoint", "client-id", "account", "status", "rule"]

  private let admin: AdminClient
  private let query: [(String, String)]
  private let wait: Int
  private let follow: Bool
  private let json: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    wait = try arguments.number("wait", in: 0...60) ?? 0
    follow = arguments.flag("follow")
    json = arguments.flag("json")
    var query: [(String, String)] = []
    for name in ["count", "limit"] {
      if let number = try arguments.number(name, in: 1...10_000) { query.append((name, String(number))) }
    }
    for name in Self.filters {
      if let value = try arguments.option(name) {
        query.append((String(name.map { $0 == "-" ? "_" : $0 }), value))
      }
    }
    self.query = query
  }

  func run() throws {
    var after = 0
    repeat {
      let seconds = follow ? 30 : wait
      let pairs = query + [("wait", String(seconds)), ("after", String(after))]
      let answer = try admin.call("GET", "requests?" + Form.encode(pairs), seconds: seconds + 10)
      let entries = answer["requests"]?.array ?? []
      if json, !follow { return Terminal.out(answer.prettyText()) }
      for entry in entries { Terminal.out(json ? entry.text() : line(entry)) }
      after = entries.last?["id"]?.int ?? after
    } while follow
  }

  private func line(_ entry: JSON) -> String {
    let status = entry["status"]?.int ?? 0
    let parts = [
      "#\(entry["id"]?.int ?? 0)", Moment.text(entry["at"]?.int ?? 0),
      Terminal.colored(String(status), status < 400 ? "32" : "31"),
      (entry["method"]?.string ?? "") + " " + (entry["path"]?.string ?? ""), entry["grant_type"]?.string,
      entry["client_id"]?.string, entry["account"]?.string,
    ].compactMap { $0 }
    let reasons = [entry["rule"]?.string, entry["hint"]?.string].compactMap { $0 }
    return parts.joined(separator: "  ") + (reasons.isEmpty ? "" : "\n    " + reasons.joined(separator: ": "))
  }
}
