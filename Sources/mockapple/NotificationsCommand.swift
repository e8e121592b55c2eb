import AppleID
import HTTP
import JSON
import Web

/// `notifications`: the log of server-to-server notifications.
struct NotificationsCommand: Command {
  static let verb = "notifications"
  static let summary = "shows the notifications that were sent; sends one by hand, or again"
  static let usage = """
    Usage: mockapple notifications [list] [--wait S] [--count N] [--limit N] [--state STATE] [--follow]
           mockapple notifications send --account A --client-id C --type T [--url U] [--mutation M] […]
           mockapple notifications redeliver ID
      list                 the log, oldest first
      send                 one by hand: forged, several times, or late
      redeliver            sends one once more, with its jti
    \(Waiting.usage)
      --follow             shows each attempt as it ends, until interrupted; with --json one object a line
      --state STATE        only of one of \(states)
      --type T             one of \(types)
      --account A          the person's id
      --client-id C        the app or service
      --url U              this once to another receiver
      --mutation M         one of \(mutations)
      --copies N           so many times under one jti (1)
      --delay D            later on the clock: seconds, or 90s, 5m, 2h, 7d
    \(AdminClient.usage)
    """

  private static let states = Delivery.State.allCases.map(\.rawValue).joined(separator: ", ")
  private static let types = NotificationEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
  private static let mutations = NotificationMutation.allCases.map(\.rawValue).joined(separator: ", ")

  private enum Verb: String, CaseIterable { case list, send, redeliver }
  private enum Act {
    case list([(String, String)], Waiting)
    case follow([(String, String)])
    case call(Call)
  }

  private let admin: AdminClient
  private let act: Act

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) ?? .list {
    case .list:
      let wanted = try Self.wanted(&arguments)
      let waiting = try Waiting(&arguments)
      act = arguments.flag("follow") ? .follow(wanted) : .list(wanted, waiting)
    case .send: act = .call(try Self.send(&arguments))
    case .redeliver:
      guard let id = arguments.operand() else { throw UsageError("the id of the notification is missing.") }
      act = .call(
        Call("POST", AdminClient.path("notifications", id, "redeliver")) { answer, _ in
          "\(id) goes to \(answer["url"]?.string ?? "nobody") once more."
        })
    }
  }

  func run() throws {
    switch act {
    case .call(let call): try call.run(by: admin)
    case .list(let wanted, let waiting):
      let query = Form.encode(wanted + waiting.pairs)
      let answer = try admin.call("GET", "notifications?" + query, seconds: waiting.patience)
      let empty = wanted.isEmpty ? "No notification was sent yet." : "Nothing matches."
      try waiting.tell(answer, "notifications", by: admin) { try words($0, empty: empty) }
    case .follow(let wanted):
      try admin.stream("events") { kind, data in
        guard kind == "delivery", wanted.allSatisfy({ data[$0.0]?.string == $0.1 }) else { return }
        // One that is about to be sent has no attempt that ended just now.
        guard data["state"] != "pending" || wanted.contains(where: { $0.0 == "state" }) else { return }
        Terminal.out(admin.json ? data.text() : DeliveryWords(data).text())
      }
    }
  }

  private static func wanted(_ arguments: inout Arguments) throws(UsageError) -> [(String, String)] {
    let pairs = [
      ("state", try arguments.choice("state", of: Delivery.State.self)?.rawValue),
      ("type", try arguments.choice("type", of: NotificationEvent.Kind.self)?.rawValue),
      ("account", try arguments.option("account")), ("client_id", try arguments.option("client-id")),
    ]
    return pairs.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func send(_ arguments: inout Arguments) throws(UsageError) -> Call {
    var members = [
      JSON.Member("account", .string(try arguments.required("account"))),
      JSON.Member("client_id", .string(try arguments.required("client-id"))),
      JSON.Member("type", .string(try arguments.required("type"))),
    ]
    for name in ["url", "mutation"] {
      if let member = try arguments.member(name) { members.append(member) }
    }
    if let copies = try arguments.number("copies", in: 1...1000) {
      members.append(JSON.Member("copies", .int(copies)))
    }
    if let text = try arguments.option("delay") {
      guard let seconds = Duration.seconds(text) else {
        throw UsageError("--delay is \(text); it must be a duration such as 90s, 5m, 2h or 7d.")
      }
      members.append(JSON.Member("delay_s", .int(seconds)))
    }
    return Call("POST", "notifications", .object(members)) { answer, _ in DeliveryWords(answer).sent }
  }

  private func words(_ deliveries: [JSON], empty: String) throws -> String {
    let ago = try admin.ago()
    let lines = deliveries.map(DeliveryWords.init)
    let rows = zip(lines, deliveries).map { $0.cells(next: ago.words($1["next_attempt_at"])) }
    let table = Table(
      ["id", "state", "type", "client", "account", "attempts", "last answer", "next attempt", "url"], rows,
      empty: empty)
    return table.text(notes: lines.map(\.errors))
  }
}

/// A notification as a person reads it.
private struct DeliveryWords {
  private let delivery: JSON

  init(_ delivery: JSON) { self.delivery = delivery }

  private var attempts: [JSON] { delivery["attempts"]?.array ?? [] }

  private func text(_ name: String) -> String { delivery[name]?.string ?? "-" }

  /// Why nobody answered the last attempt.
  var errors: [String] { [attempts.last?["error"]?.string].compactMap { $0 } }

  /// What is said of one that was just sent by hand.
  var sent: String {
    delivery["url"]?.string.map { "\(text("id")) goes to \($0)." }
      ?? "\(text("client_id")) has no endpoint: nothing is sent, as at Apple. Set one with: mockapple client change CLIENT --notification-url URL"
  }

  /// The columns of a list; `next` is the next attempt in words.
  func cells(next: String) -> [Cell] { cells + [Cell(next), Cell(text("url"))] }

  /// By itself, with the moment of the last attempt as it is: it stays on the screen.
  func text() -> String {
    let at = attempts.last?["at"]?.int.map(Moment.text) ?? "-"
    let widths =
      [Moment.text(0), text("id")].map(\.count) + [
        Self.longest(Delivery.State.self), Self.longest(NotificationEvent.Kind.self),
      ]
    return Table([[Cell(at)] + cells + [Cell(text("url"))]], widths: widths).text(notes: [errors])
  }

  private var cells: [Cell] {
    let state = text("state")
    let color: Cell.Color? = ["delivered": .green, "retrying": .yellow, "abandoned": .red][state]
    let last = attempts.last.map { $0["status"]?.int.map { "\($0)" } ?? "no answer" } ?? "-"
    return [
      Cell(text("id")), Cell(state, color), Cell(text("type")), Cell(text("client_id")),
      Cell(text("account")), Cell("\(attempts.count)"), Cell(last),
    ]
  }

  private static func longest<Value: Arguments.Choice>(_ type: Value.Type) -> Int {
    Value.allCases.map(\.rawValue.count).max() ?? 0
  }
}
