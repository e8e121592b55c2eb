import AppleID
import JSON

/// `behaviour`: the switches, each with the layer its value comes from.
struct BehaviourCommand: Command {
  static let verb = "behaviour"
  static let summary = "shows and sets the switches and the era"
  static let usage = """
    Usage: mockapple behaviour
           mockapple behaviour era ERA|none
           mockapple behaviour set NAME VALUE
      era                           Apple as it was: one of \(eras), none
    \(switches)
    The value default takes a switch off again.
    \(AdminClient.usage)
    """

  private static let eras = Era.allCases.map(\.rawValue).joined(separator: ", ")
  private static let switches = Switch.all.map { item in
    let values = item.values == "true or false" ? "one of true, false" : item.values
    return "  set \(item.name)" + String(repeating: " ", count: 26 - item.name.utf8.count) + values
  }.joined(separator: "\n")

  private enum Verb: String, CaseIterable { case set, era }

  private let admin: AdminClient
  private let call: Call

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    switch try arguments.verb(of: Verb.self) {
    case nil: call = Call("GET", "behaviour") { answer, _ in Self.words(answer) }
    case .era:
      let known = Era.allCases.map(\.rawValue) + ["none"]
      guard let name = arguments.operand(), known.contains(name) else {
        throw UsageError("era wants one of \(known.joined(separator: ", ")).")
      }
      call = Call(
        "PUT", "behaviour/era", ["era": name == "none" ? .null : .string(name)],
        done: name == "none" ? "Apple as it is." : "Apple as it was in \(name).")
    case .set:
      guard let name = arguments.operand(), let value = arguments.operand() else {
        throw UsageError("set wants the name of a switch and a value.")
      }
      guard let item = Switch.named(name) else {
        throw UsageError(
          "there is no switch \(name)." + Nearest.question(name, among: Switch.all.map(\.name)))
      }
      call = Call("PATCH", "behaviour", .object([JSON.Member(name, Self.value(value))])) { answer, _ in
        let now = answer["switches"]?[item.name]
        return "\(item.name) is \(Self.text(now?["value"])) (\(now?["layer"]?.string ?? ""))."
      }
    }
  }

  func run() throws { try call.run(by: admin) }

  /// A number, a flag or null as what it is, everything else as a text.
  private static func value(_ text: String) -> JSON {
    switch text {
    case "true": true
    case "false": false
    case "null": .null
    default: Int(text).map { .int($0) } ?? .string(text)
    }
  }

  private static func text(_ value: JSON?) -> String { value?.string ?? value?.text() ?? "" }

  private static func words(_ answer: JSON) -> String {
    let rows = (answer["switches"]?.members ?? []).map { member in
      let layer = member.value["layer"]?.string ?? ""
      let color: Cell.Color? = layer == "default" ? .faint : .yellow
      return [Cell(member.name), Cell(text(member.value["value"])), Cell(layer, color)]
    }
    let table = Table(["switch", "value", "layer"], rows, empty: "There are no switches.").text()
    return "Era: \(answer["era"]?.string ?? "none")\n\n" + table
  }
}
