import JSON
import Web

/// The log on standard error: one line an exchange, as text or as JSON.
struct Log: Sendable {
  private enum Form: String, CaseIterable { case text, json }
  private enum Level: String, CaseIterable { case info, warn, error }

  private let form: Form
  private let level: Level
  private let outlet: Outlet

  /// As the command line says; `outlet` takes its lines.
  init(_ arguments: inout Arguments, outlet: Outlet = Outlet(2)) throws(UsageError) {
    self.outlet = outlet
    form = try arguments.choice("log") ?? .text
    level = try arguments.choice("log-level") ?? .info
  }

  /// Writes an exchange, where the level wants it.
  func write(_ line: LogLine) {
    switch level {
    case .info: break
    case .warn where line.status >= 400: break
    case .error where line.status >= 500: break
    default: return
    }
    outlet.write(form == .json ? json(line).text() : text(line)) { lost in
      form == .json
        ? (["dropped": .int(lost)] as JSON).text()
        : "\(lost) lines were dropped here, since nobody took them from standard error."
    }
  }

  private func text(_ line: LogLine) -> String {
    var text = "#\(line.request) \(line.method) \(Self.oneLine(line.path)) \(line.status) \(line.duration) us"
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
      "status": .int(line.status), "duration_us": .int(line.duration),
      "client_id": text(line.clientID.map { String($0.prefix(200)) }),
      "account": text(line.account), "rule": text(line.rule), "hint": text(line.hint),
    ]
  }

  /// What came from outside must not write lines of its own.
  private static func oneLine(_ text: String) -> String {
    String(text.prefix(200).map { " "..."~" ~= $0 ? $0 : "?" })
  }
}
