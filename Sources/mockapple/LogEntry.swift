import JSON
import Web

/// One line of the log before it is written: what happened, and what belongs to it. No code, token or secret is in it.
struct LogEntry {
  /// How much it matters: `error` is what needs somebody, `warn` a refusal or what is tried again.
  enum Level: String, CaseIterable, Comparable {
    case info, warn, error

    static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warn: 1
      case .error: 2
      }
    }
  }

  let event: String
  let level: Level
  private let members: [(name: String, value: JSON)]
  /// How the text form begins, in the place of the first so many members.
  private let head: (text: String, count: Int)

  init(
    _ event: String, _ level: Level, _ members: [(String, JSON)], head: (text: String, count: Int) = ("", 0)
  ) {
    self.event = event
    self.level = level
    self.members = members.map { (name: $0.0, value: Self.clean($0.1)) }
    self.head = (Self.oneLine(head.text), head.count)
  }

  /// Its line as JSON; what is absent is null.
  func json(at moment: String) -> String {
    let first = [
      JSON.Member("at", .string(moment)), JSON.Member("event", .string(event)),
      JSON.Member("level", .string(level.rawValue)),
    ]
    return JSON.object(first + members.map { JSON.Member($0.name, $0.value) }).text()
  }

  /// Its line as text; what is absent is left out.
  func text(at moment: String) -> String {
    var text = moment + " " + event
    if !head.text.isEmpty { text += " " + head.text }
    for (name, value) in members.dropFirst(head.count) where !value.isNull {
      let value = Self.oneLine(value.string ?? value.text())
      let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 != 0x20 && $0 != 0x22 }
      text += " " + name + "=" + (isPlain ? value : "\"" + value + "\"")
    }
    return text
  }

  /// Short, and without secrets, whatever it came from.
  private static func clean(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): .string(Secrets.cut(String(text.prefix(limit))))
    case .object(let members): .object(members.map { JSON.Member($0.name, clean($0.value)) })
    default: value
    }
  }

  /// Of characters of one text; a hint may have so many.
  private static let limit = 1024

  /// What came from outside must not write lines of its own.
  private static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    return String(text.map { " "..."~" ~= $0 ? $0 : "?" })
  }
}
