import HTTP
import JSON
import Primitives
import Provider
import Web

extension LogEntry.Level {
  /// An exchange: `error` where the server failed, `warn` where Apple's side refused.
  init(_ line: LogLine) {
    self = line.status >= 500 ? .error : line.status >= 400 || line.rule != nil ? .warn : .info
  }
}

extension LogEntry {
  /// An exchange.
  init(_ line: LogLine) {
    func text(_ value: String?, _ limit: Int = 200) -> JSON {
      value.map { .string($0.cut(toBytes: limit)) } ?? .null
    }
    let (path, number) = (line.path.cut(toBytes: 200), line.request.map { "#\($0)" } ?? "admin")
    self.init(
      "request", Level(line),
      [
        ("request", line.request.map { .int($0) } ?? .null), ("method", .string(line.method)),
        ("path", .string(path)), ("status", .int(line.status)), ("duration_us", .int(line.duration)),
        ("client_id", text(line.clientID)), ("account", text(line.account)), ("rule", text(line.rule)),
        ("hint", text(line.hint, 1024)),
      ], head: ("\(number) \(line.method) \(path) \(line.status) \(line.duration) us", 5))
  }

  /// What happened beside the exchanges. Only what helps to find it again: the rest is in the admin API.
  init(_ event: Events.Event) {
    let data = event.data
    switch event.kind {
    case .delivery: self = Self.delivery(data)
    case .keys:
      self.init(
        "keys", data["skipped"] == nil ? .info : .warn,
        [
          ("step", data["step"] ?? .null), ("kid", data["kid"] ?? .null), ("due_at", data["at"] ?? .null),
          ("skipped", data["skipped"] ?? .null),
        ])
    case .fault:
      let added = data["added"]
      self.init(
        "fault", .info,
        [
          ("added", added == nil ? .null : data["id"] ?? .null), ("removed", data["removed"] ?? .null),
          ("endpoint", added?["endpoint"] ?? .null), ("type", added?["effect"]?["type"] ?? .null),
        ])
    case .certificateAuthority:
      self.init(
        event.kind.rawValue, data["reason"]?.string == nil ? .info : .warn,
        (data.members ?? []).map { ($0.name, $0.value) })
    case .clock, .behaviour, .incident, .reset:
      self.init(event.kind.rawValue, .info, (data.members ?? []).map { ($0.name, $0.value) })
    }
  }

  private static func delivery(_ data: JSON) -> LogEntry {
    let attempts = data["attempts"]?.array ?? []
    let level: Level =
      switch data["state"] {
      case "abandoned": .error
      case "retrying": .warn
      default: .info
      }
    return LogEntry(
      "delivery", level,
      [
        ("id", data["id"] ?? .null), ("type", data["type"] ?? .null),
        ("client_id", data["client_id"] ?? .null),
        ("account", data["account"] ?? .null),
        ("origin", data["url"]?.string.map { .string(origin(of: $0)) } ?? .null),
        ("state", data["state"] ?? .null), ("attempt", .int(attempts.count)),
        ("status", attempts.last?["status"] ?? .null), ("error", attempts.last?["error"] ?? .null),
        ("milliseconds", attempts.last?["milliseconds"] ?? .null),
        ("next_attempt_at", data["next_attempt_at"] ?? .null),
      ])
  }
}
