import AppleID
import HTTP
import JSON

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
      --wait S             waits up to S seconds (60 at most) for --count entries
      --count N            how many (1)
      --limit N            the newest N
      --follow             shows each attempt as it ends, until interrupted; with --json one object a line
      --state STATE        only of one of pending, delivered, retrying, abandoned, no_endpoint
      --type T             one of email-disabled, email-enabled, consent-revoked, account-delete, account-deleted
      --account A          the person's id
      --client-id C        the app or service
      --url U              this once to another receiver
      --mutation M         one of bad_signature, unknown_kid, wrong_audience, wrong_issuer, expired, events_object, alg_none
      --copies N           so many times under one jti (1)
      --delay D            later on the clock: seconds, or 90s, 5m, 2h, 7d
    \(AdminClient.usage)
    """

  private enum Verb: String, CaseIterable { case list, send, redeliver }
  private enum Act {
    case list([(String, String)], seconds: Int)
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
      let wait = try arguments.number("wait", in: 0...60) ?? 0
      var pairs = wanted + [("wait", String(wait))]
      for name in ["count", "limit"] {
        if let number = try arguments.number(name, in: 1...10_000) { pairs.append((name, String(number))) }
      }
      act = arguments.flag("follow") ? .follow(wanted) : .list(pairs, seconds: wait)
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
    case .list(let pairs, let seconds):
      let answer = try admin.call("GET", "notifications?" + Form.encode(pairs), seconds: seconds + 10)
      Terminal.out(admin.json ? answer.prettyText() : try words(answer))
    case .follow(let wanted):
      try admin.stream("events") { kind, data in
        guard kind == "delivery", wanted.allSatisfy({ data[$0.0]?.string == $0.1 }) else { return }
        Terminal.out(admin.json ? data.text() : Table([DeliveryWords(data).cells(when: nil)]).text())
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

  private func words(_ answer: JSON) throws -> String {
    let ago = try admin.ago()
    let rows = (answer["notifications"]?.array ?? []).map { delivery in
      DeliveryWords(delivery).cells(when: ago.words(delivery["next_attempt_at"]))
    }
    return Table(
      ["id", "state", "type", "client", "account", "attempts", "last answer", "next attempt", "url"], rows,
      empty: "No notification was sent yet."
    ).text()
  }
}

/// A notification as a person reads it.
private struct DeliveryWords {
  private let delivery: JSON

  init(_ delivery: JSON) { self.delivery = delivery }

  private func text(_ name: String) -> String { delivery[name]?.string ?? "-" }

  /// What is said of one that was just sent by hand.
  var sent: String {
    delivery["url"]?.string.map { "\(text("id")) goes to \($0)." }
      ?? "\(text("client_id")) has no endpoint: nothing is sent, as at Apple. Set one with: mockapple client change CLIENT --notification-url URL"
  }

  /// The columns; `when` is the next attempt in words, nil for a line that stays on the screen.
  func cells(when: String?) -> [Cell] {
    let state = text("state")
    let color: Cell.Color? = ["delivered": .green, "retrying": .yellow, "abandoned": .red][state]
    let attempts = delivery["attempts"]?.array ?? []
    let last = attempts.last.map { $0["error"]?.string ?? $0["status"]?.int.map { "\($0)" } ?? "-" } ?? "-"
    return [
      Cell(text("id")), Cell(state, color), Cell(text("type")), Cell(text("client_id")),
      Cell(text("account")),
      Cell("\(attempts.count)"), Cell(last),
    ] + [when.map { Cell($0) }, Cell(text("url"))].compactMap { $0 }
  }
}
