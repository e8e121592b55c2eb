import AppleID
import JSON

/// `fault`: planned misbehaviour.
struct FaultCommand: Command {
  static let verb = "fault"
  static let summary = "plans misbehaviour of Apple's side"
  static let usage = """
    Usage: mockapple fault
           mockapple fault list
           mockapple fault add --endpoint E --type T […]
           mockapple fault clear [ID]
      --endpoint E         one of \(endpoints)
      --type T             one of \(types)
      --milliseconds N     of delay and hang
      --jitter-ms N        of delay: up to so many more
      --status N           of status
      --body TEXT          of status (Apple's page)
      --content-type TEXT  of status
      --error CODE         of refuse
      --bytes N            of truncate
      --bytes-per-second N  of drip
      --mutation NAME      of mutate
      --client-id ID       only requests of that client
      --account A          only requests about that person
      --grant-type G       only requests with that grant_type
      --probability P      from 0 to 1 (1)
      --times N            so many requests at most
      --expires-in S       seconds of the clock
      --random-seed N      makes its chance and jitter the same in every run
    \(AdminClient.usage)
    """

  private static let endpoints = Fault.endpoints.map(Fault.name).joined(separator: ", ")
  private static let types = Fault.Effect.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  private enum Verb: String, CaseIterable { case list, add, clear }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) {
    case nil, .list: call = Call("GET", "faults") { answer, _ in Self.words(answer) }
    case .add:
      call = Call("POST", "faults", try Self.fault(&arguments)) { answer, _ in
        "Planned \(answer["id"]?.string ?? "")."
      }
    case .clear:
      let id = arguments.operand()
      call = Call(
        "DELETE", id.map { AdminClient.path("faults", $0) } ?? "faults",
        done: id.map { "\($0) is gone." } ?? "Nothing is planned.")
    }
  }

  func run() throws { try call.run(by: admin) }

  private static func fault(_ arguments: inout Arguments) throws(UsageError) -> JSON {
    var effect: JSON = ["type": .string(try arguments.required("type"))]
    for name in ["body", "content-type", "error", "mutation"] {
      if let member = try arguments.member(name) { effect = effect.with(member.name, member.value) }
    }
    for name in ["milliseconds", "jitter-ms", "status", "bytes", "bytes-per-second"] {
      guard let number = try arguments.number(name, in: 0...1_000_000_000) else { continue }
      effect = effect.with(Arguments.field(name), .int(number))
    }
    var fault: JSON = ["endpoint": .string(try arguments.required("endpoint")), "effect": effect]
    var match: [JSON.Member] = []
    for name in ["client-id", "account", "grant-type"] {
      if let member = try arguments.member(name) { match.append(member) }
    }
    if !match.isEmpty { fault = fault.with("match", .object(match)) }
    if let times = try arguments.number("times", in: 1...1_000_000_000) {
      fault = fault.with("times", .int(times))
    }
    if let seconds = try arguments.number("expires-in", in: 1...1_000_000_000) {
      fault = fault.with("expires_in_s", .int(seconds))
    }
    if let seed = try arguments.number("random-seed", in: 0...Int.max) {
      fault = fault.with("random_seed", .int(seed))
    }
    guard let text = try arguments.option("probability") else { return fault }
    guard let probability = Double(text) else {
      throw UsageError("--probability is \(text); it must be from 0 to 1.")
    }
    return fault.with("probability", .double(probability))
  }

  private static func words(_ answer: JSON) -> String {
    let rows = (answer["faults"]?.array ?? []).map { fault in
      let effect = fault["effect"]?.members?.filter { !$0.value.isNull }.map { member in
        member.name == "type"
          ? member.value.string ?? "" : "\(member.name)=\(member.value.string ?? member.value.text())"
      }
      return [
        Cell(fault["id"]?.string ?? ""), Cell(fault["endpoint"]?.string ?? ""),
        Cell(fault["probability"]?.text() ?? ""), Cell(fault["hits"]?.text() ?? ""),
        Cell(effect?.joined(separator: " ") ?? ""), Cell(limits(of: fault)),
      ]
    }
    return Table(
      ["id", "endpoint", "chance", "hits", "effect", "only"], rows, empty: "Nothing is planned."
    ).text()
  }

  /// Which requests it meets, and how long.
  private static func limits(of fault: JSON) -> String {
    let match = fault["match"]?.members?.filter { !$0.value.isNull } ?? []
    let ends = ["times", "expires_in_s"].compactMap { name in
      fault[name].flatMap { $0.isNull ? nil : JSON.Member(name, $0) }
    }
    return (match + ends).map { "\($0.name)=\($0.value.string ?? $0.value.text())" }.joined(separator: " ")
  }
}
