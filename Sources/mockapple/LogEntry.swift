import JSON
import Primitives
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
  private var members: [(name: String, value: JSON)]
  /// How the text form begins, in the place of the first so many members.
  private var head: (text: String, count: Int)

  init(
    _ event: String, _ level: Level, _ members: [(String, JSON)], head: (text: String, count: Int) = ("", 0)
  ) {
    self.event = event
    self.level = level
    self.members = members.map { (name: $0.0, value: Self.clean($0.1)) }
    self.head = (Self.oneLine(head.text), head.count)
  }

  /// The most bytes of a line with its end: what a pipe takes at once or not at all (PIPE_BUF).
  static let limit = 4096

  /// Its line without the end, of fewer bytes than `limit`: texts in it are cut as short as that needs.
  func line(_ form: Log.Form, at moment: String) -> String {
    for length in [.max, 1024, 256, 64, 16] {
      let line = shortened(to: length).whole(form, at: moment)
      if line.utf8.count < Self.limit { return line }
    }
    return LogEntry(event, level, []).whole(form, at: moment)
  }

  private func shortened(to length: Int) -> LogEntry {
    guard length < .max else { return self }
    var entry = self
    entry.members = members.map { ($0.name, Self.shortened($0.value, to: length)) }
    entry.head.text = head.text.cut(toBytes: length)
    return entry
  }

  private static func shortened(_ value: JSON, to length: Int) -> JSON {
    switch value {
    case .string(let text): .string(text.cut(toBytes: length))
    case .object(let members): .object(members.map { JSON.Member($0.name, shortened($0.value, to: length)) })
    case .array(let elements): .array(elements.map { shortened($0, to: length) })
    default: value
    }
  }

  private func whole(_ form: Log.Form, at moment: String) -> String {
    form == .json ? json(at: moment) : text(at: moment)
  }

  /// What is absent is null.
  private func json(at moment: String) -> String {
    let first = [
      JSON.Member("at", .string(moment)), JSON.Member("event", .string(event)),
      JSON.Member("level", .string(level.rawValue)),
    ]
    return JSON.object(first + members.map { JSON.Member($0.name, $0.value) }).text()
  }

  /// What is absent is left out.
  private func text(at moment: String) -> String {
    var text = moment + " " + event
    if !head.text.isEmpty { text += " " + head.text }
    for (name, value) in members.dropFirst(head.count) where !value.isNull {
      let value = Self.oneLine(value.string ?? value.text())
      let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 != 0x20 && $0 != 0x22 }
      text += " " + name + "=" + (isPlain ? value : "\"" + value + "\"")
    }
    return text
  }

  /// Without secrets, whatever it came from.
  private static func clean(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): .string(Secrets.cut(text))
    case .object(let members): .object(members.map { JSON.Member($0.name, clean($0.value)) })
    case .array(let elements): .array(elements.map(clean))
    default: value
    }
  }

  /// What came from outside must not write lines of its own.
  private static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    return String(
      decoding: text.unicodeScalars.map { 0x20...0x7E ~= $0.value ? UInt8($0.value) : UInt8(ascii: "?") },
      as: UTF8.self)
  }
}
