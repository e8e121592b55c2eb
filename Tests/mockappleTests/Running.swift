import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import mockapple

/// A server on free ports that stops with its test.
final class Running: Sendable {
  let server: Server
  var url: String { server.firstLine["url"]?.string ?? "" }

  convenience init(_ words: String...) throws { try self.init(words: words) }

  init(words: [String]) throws {
    var arguments = Arguments(words + ["--port", "0", "--log-level", "error"], environment: [:])
    let configuration = try Configuration(&arguments)
    try arguments.finish()
    server = try Server(configuration)
  }

  /// Runs a command against it.
  func run(_ words: [String]) -> Outcome { Outcome(of: words + ["--admin-url", url]) }

  static func get(_ url: String, _ headers: Headers = [:]) throws -> Answer {
    Answer(try HTTP.Client().send(Request(method: "GET", target: url, headers: headers)))
  }

  deinit { server.stop() }
}

/// What came of a command line.
struct Outcome {
  let status: Int32
  /// What it wrote to standard output.
  let text: String
  /// What it wrote to standard error.
  let errors: String

  init(of words: [String]) {
    let lines = Mutex<[(String, Int32)]>([])
    let listener: @Sendable (String, Int32) -> Void = { line, descriptor in
      lines.withLock { $0.append((line, descriptor)) }
    }
    status = Terminal.$listener.withValue(listener) { MockApple.run(words) }
    let all = lines.withLock { $0 }
    text = all.filter { $0.1 == 1 }.map(\.0).joined(separator: "\n")
    errors = all.filter { $0.1 == 2 }.map(\.0).joined(separator: "\n")
  }

  /// Standard output as JSON, `null` where it is none.
  var json: JSON { (try? JSON(parsing: Array(text.utf8))) ?? .null }
}
