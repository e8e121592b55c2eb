import AppleID
import JSON
import Web

/// `transfer`: apps on their way from one team to another.
struct TransferCommand: Command {
  static let verb = "transfer"
  static let summary = "transfers an app, and its users, to another team"
  static let usage = """
    Usage: mockapple transfer [list] [--client-id C] [--state S]
           mockapple transfer start --client-id C --to-team T
           mockapple transfer accept ID
      list                 every transfer, or those of an app or a state
      start                the app with its Services IDs, from the team it is with
      accept ID            the recipient takes it: users can be migrated for 60 days
      --client-id C        a primary app
      --to-team T          the Team ID of the recipient
      --state S            one of \(states)
    \(AdminClient.usage)
    """

  private static let states = Transfer.State.allCases.map(\.rawValue).joined(separator: ", ")

  private enum Verb: String, CaseIterable { case list, start, accept }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) ?? .list {
    case .list:
      let query = try AdminClient.query(["client-id", "state"], &arguments)
      call = Call("GET", "transfers" + query) { try Self.list($0, $1.ago()) }
    case .start:
      let clientID = try arguments.required("client-id")
      let teamID = try arguments.required("to-team")
      call = Call(
        "POST", "transfers", ["client_id": .string(clientID), "to_team": .string(teamID)]
      ) { answer, _ in
        let id = answer["id"]?.string ?? ""
        return
          "Started \(id): \(clientID) goes to \(teamID), once that team takes it: mockapple transfer accept \(id)"
      }
    case .accept:
      guard let id = arguments.operand() else { throw UsageError("the id of the transfer is missing.") }
      call = Call("POST", AdminClient.path("transfers", id, "accept")) { answer, _ in
        let words = ["client_id", "to_team"].map { answer[$0]?.string ?? "" }
        let until = Moment.text(answer["closes_at"]?.int ?? 0)
        return "\(words[0]) is with \(words[1]). Users can be migrated until \(until)."
      }
    }
  }

  func run() throws { try call.run(by: admin) }

  private static func list(_ answer: JSON, _ ago: Ago) -> String {
    let rows = (answer["transfers"]?.array ?? []).map { transfer in
      ["id", "client_id", "from_team", "to_team", "state"].map { Cell(transfer[$0]?.string ?? "-") }
        + ["accepted_at", "closes_at"].map { Cell(ago.words(transfer[$0])) }
    }
    let headings = ["id", "client", "from", "to", "state", "accepted", "closes"]
    return Table(headings, rows, empty: "There are no transfers.").text()
  }
}
