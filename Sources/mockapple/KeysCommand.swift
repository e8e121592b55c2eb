import AppleID
import JSON

/// `keys`: the ring of signing keys, its rotations and their schedule.
struct KeysCommand: Command {
  static let verb = "keys"
  static let summary = "shows the ring of signing keys, and rotates it"
  static let usage = """
    Usage: mockapple keys
           mockapple keys rotate [--plan P] […]
           mockapple keys schedule --every 86400 [--plan P] […]
           mockapple keys unschedule
      --plan P             one of graceful, immediate, emergency, unpublished, same-kid, skew, apple-2024, add, withdraw, sign (graceful)
      --lead S             seconds from publishing to signing (86400)
      --overlap S          seconds the old key stays published (86400)
      --lag S              seconds an unpublished key signs unseen (60)
      --duration S         seconds of a skew (60)
      --stale-of N         of a skew: so many answers of --of show the set of before (1)
      --of N               of a skew: out of so many (2)
      --kid KID            the key of withdraw and sign
      --every S            seconds from one run of a schedule to the next
    \(AdminClient.usage)
    A key lies in the pool (waiting), is shown in /auth/keys (published), and signs the tokens (signing).
    Then it signs no more but is still shown (retired), until it is gone from /auth/keys (withdrawn).
    """

  private enum Verb: String, CaseIterable { case rotate, schedule, unschedule }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) {
    case nil: call = Call("GET", "keys") { Self.words($0, try $1.ago()) }
    case .rotate:
      let body = try Self.rotation(&arguments)
      call = Call("POST", "keys/rotations", body) { Self.timeline($0, try $1.ago()) }
    case .schedule:
      let body = try Self.rotation(&arguments)
      guard let every = try arguments.number("every", in: 1...1_000_000_000) else {
        throw UsageError("--every is missing.")
      }
      call = Call("PUT", "keys/schedule", body.with("every_s", .int(every))) { answer, admin in
        let ago = try admin.ago()
        return "Rotates every \(every) s, next \(ago.words(answer["schedule"]?["next_at"]))."
      }
    case .unschedule: call = Call("DELETE", "keys/schedule", done: "Nothing is scheduled.")
    }
  }

  func run() throws { try call.run(by: admin) }

  private static func rotation(_ arguments: inout Arguments) throws(UsageError) -> JSON {
    let plan = try arguments.choice("plan", of: Rotation.Plan.self) ?? .graceful
    var body: JSON = ["plan": .string(plan.rawValue)]
    for name in ["lead", "overlap", "lag", "duration"] {
      guard let seconds = try arguments.number(name, in: 0...1_000_000_000) else { continue }
      body = body.with(name + "_s", .int(seconds))
    }
    for name in ["stale-of", "of"] {
      guard let count = try arguments.number(name, in: 0...1_000_000_000) else { continue }
      body = body.with(Arguments.field(name), .int(count))
    }
    if let kid = try arguments.option("kid") { body = body.with("kid", .string(kid)) }
    return body
  }

  private static func timeline(_ answer: JSON, _ ago: Ago) -> String {
    let rows = (answer["timeline"]?.array ?? []).map { step in
      [
        Cell(ago.words(step["at"])), Cell(step["step"]?.string ?? ""), Cell(step["kid"]?.string ?? ""),
      ]
    }
    let waited = answer["waited_ms"]?.int ?? 0
    let note = waited > 0 ? "\nThe pool was empty: \(waited) ms went by until there was a key." : ""
    return Table(["when", "step", "kid"], rows, empty: "Nothing happens.").text() + note
  }

  /// The ring as a table, with each key's life drawn along one line of time; those of the pool are
  /// only counted.
  static func words(_ answer: JSON, _ ago: Ago) -> String {
    let all = answer["keys"]?.array ?? []
    let keys = all.filter { $0["state"] != "waiting" || $0["published_from"]?.int != nil }
    let line = KeyTimeline(keys, now: ago.now)
    let moments = ["published_from", "signs_from", "signs_until", "published_until"]
    let rows = keys.map { key in
      let state = key["state"]?.string ?? ""
      return [Cell(key["kid"]?.string ?? ""), Cell(state, color(state)), Cell(line.drawing(of: key))]
        + moments.map { Cell(ago.words(key[$0])) }
    }
    let headings = ["kid", "state", line.heading, "shown from", "signs from", "signs until", "shown until"]
    let table = Table(headings, rows, empty: "There are no keys.").text()
    let waiting = all.count - keys.count
    return [table, waiting > 0 ? "… and \(waiting) waiting" : nil, rows.isEmpty ? nil : KeyTimeline.legend]
      .compactMap { $0 }.joined(separator: "\n")
  }

  private static func color(_ state: String) -> Cell.Color? {
    switch state {
    case "signing": .green
    case "withdrawn": .faint
    default: nil
    }
  }
}
