import Glibc
import JSON
import Provider
import Web

/// The log on standard error: one line an event, as text or as JSON.
struct Log: Sendable {
  enum Form: String, CaseIterable { case text, json }

  let form: Form
  private let level: LogEntry.Level
  private let writer: LogWriter

  /// As the command line says; `writer` takes its lines.
  init(_ arguments: inout Arguments, writer: LogWriter = LogWriter(2)) throws(UsageError) {
    self.writer = writer
    form = try arguments.choice("log") ?? .text
    level = try arguments.choice("log-level") ?? .info
  }

  /// Writes an exchange.
  func write(_ line: LogLine) {
    // Asked first: most lines of a load are not wanted at the higher levels.
    guard LogEntry.Level(line) >= level else { return }
    write(LogEntry(line))
  }

  /// Writes what happened beside the exchanges.
  func write(_ event: Events.Event) { write(LogEntry(event)) }

  /// Writes what somebody should know at every level.
  func warn(_ text: String) { put(LogEntry("warning", .warn, [("message", .string(text))])) }

  /// Writes that something failed.
  func fail(_ text: String) { write(LogEntry("failure", .error, [("message", .string(text))])) }

  /// Writes an entry, where the level wants it.
  func write(_ entry: LogEntry) {
    if entry.level >= level { put(entry) }
  }

  /// Throws where the system has no thread for it.
  func start() throws { try writer.start() }

  /// Waits until all of it is written, half a second at most: before the process ends.
  func flush() { writer.flush(within: 500) }

  private func put(_ entry: LogEntry) {
    let at = Self.now()
    writer.write(entry.line(form, at: at)) { lost in
      LogEntry("dropped", .warn, [("lines", .int(lost)), ("message", Self.dropped)]).line(form, at: at)
    }
  }

  private static let dropped: JSON = "were dropped here, since nobody took them from standard error."

  /// The real time, to the millisecond (RFC 3339).
  private static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let fraction = String(1000 + time.tv_nsec / 1_000_000).dropFirst()
    return Moment.text(time.tv_sec).dropLast() + "." + fraction + "Z"
  }
}
