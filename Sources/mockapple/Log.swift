import JSON
import Web

/// The log on standard error: one line an exchange, as text or as JSON.
struct Log: Sendable {
  private enum Form: String, CaseIterable { case text, json }
  private enum Level: String, CaseIterable { case info, warn, error }

  private let form: Form
  private let level: Level

  init(_ arguments: inout Arguments) throws(UsageError) {
    form = try Self.choice("log", &arguments) ?? .text
    level = try Self.choice("log-level", &arguments) ?? .info
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ arguments: inout Arguments
  ) throws(UsageError) -> Value? {
    guard let text = try arguments.option(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      throw UsageError(
        "--\(name) is \(text); it is one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return value
  }

  /// Writes an exchange, where the level wants it.
  func write(_ line: LogLine) {
    switch level {
    case .info: break
    case .warn where line.status >= 400: break
    case .error where line.status >= 500: break
    default: return
    }
    Terminal.err(form == .json ? json(line).text() : text(line))
  }

  private func text(_ line: LogLine) -> String {
    var text = "#\(line.request) \(line.method) \(line.path.prefix(200)) \(line.status) \(line.duration) us"
    if let clientID = line.clientID { text += " client=" + Self.oneLine(clientID) }
    if let account = line.account { text += " account=" + Self.oneLine(account) }
    if let rule = line.rule { text += " rule=\(rule)" }
    if let hint = line.hint { text += " hint=\"\(hint)\"" }
    return text
  }

  private func json(_ line: LogLine) -> JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "request": .int(line.request), "method": .string(line.method),
      "path": .string(String(line.path.prefix(200))),
      "status": .int(line.status), "duration_us": .int(line.duration), "client_id": text(line.clientID),
      "account": text(line.account), "rule": text(line.rule), "hint": text(line.hint),
    ]
  }

  /// What came from outside must not write lines of its own.
  private static func oneLine(_ text: String) -> String {
    String(text.prefix(200).map { $0.isASCII && !$0.isNewline && $0 >= " " ? $0 : "?" })
  }
}
