import AppleID
import JSON

/// `incident`: Apple's real incidents.
struct IncidentCommand: Command {
  static let verb = "incident"
  static let summary = "replays what Apple has really done to its clients"
  static let usage = """
    Usage: mockapple incident
           mockapple incident list
           mockapple incident start keys-503
           mockapple incident stop keys-503
      start NAME           one of \(names)
      stop NAME            restores exactly what was
    \(AdminClient.usage)
    """

  private static let names = Incident.allCases.map(\.rawValue).joined(separator: ", ")

  private enum Verb: String, CaseIterable { case list, start, stop }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) {
    case nil, .list: call = Call("GET", "incidents") { answer, _ in Self.words(answer) }
    case .start:
      let name = try Self.name(&arguments)
      call = Call("POST", "incidents/" + name) { answer, _ in
        "\(answer["effect"]?.string ?? "")\nA healthy backend: \(answer["expect"]?.string ?? "")"
      }
    case .stop:
      let name = try Self.name(&arguments)
      call = Call("DELETE", "incidents/" + name, done: "\(name) is over.")
    }
  }

  func run() throws { try call.run(by: admin) }

  private static func name(_ arguments: inout Arguments) throws(UsageError) -> String {
    guard let name = arguments.operand() else { throw UsageError("the name is missing.") }
    guard Incident(rawValue: name) != nil else {
      throw UsageError(
        "there is no incident \(name)." + Nearest.question(name, among: Incident.allCases.map(\.rawValue)))
    }
    return name
  }

  private static func words(_ answer: JSON) -> String {
    let rows = (answer["incidents"]?.array ?? []).map { incident in
      let isRunning = incident["running"] == true
      return [
        Cell(incident["name"]?.string ?? ""), Cell(isRunning ? "runs" : "-", isRunning ? .yellow : .faint),
        Cell(incident["title"]?.string ?? ""),
      ]
    }
    return Table(["name", "state", "what happened"], rows, empty: "There are no incidents.").text()
  }
}
