import Glibc
import JSON
import Testing

@testable import Web
@testable import mockapple

/// A pipe that nobody reads unless asked to.
private final class Pipe: Sendable {
  let ends: [Int32]

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    // The reading end alone: a log's descriptor blocks, as standard error does.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    self.ends = ends
  }

  /// What it holds.
  func read() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = Glibc.read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit { ends.forEach { close($0) } }
}

@Suite struct `The log` {
  private let pipe = Pipe()

  private func log(_ form: String) throws -> Log {
    var arguments = Arguments(["--log", form], environment: [:])
    return try Log(&arguments, outlet: Outlet(pipe.ends[1]))
  }

  private func line(path: String = "/auth/keys", clientID: String? = nil) -> LogLine {
    LogLine(
      request: 1, method: "GET", path: path, status: 200, clientID: clientID, account: nil, rule: nil,
      hint: nil, duration: 5)
  }

  @Test(arguments: ["text", "json"]) func `lets nobody wait for a reader who never comes`(form: String) throws
  {
    let log = try log(form)
    let began = ContinuousClock.now
    for _ in 0..<5000 { log.write(line()) }
    #expect(ContinuousClock.now - began < .seconds(58))
    #expect(pipe.read().split(separator: "\n").count > 100)
    log.write(line(path: "/later"))
    let lines = pipe.read().split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("dropped") == true)
    #expect(lines.last?.contains("/later") == true)
    if form == "json" { for line in lines { _ = try JSON(parsing: Array(line.utf8)) } }
  }

  @Test(arguments: ["text", "json"], ["\n", "\r", "\u{1B}[2J", "\u{7F}", "\u{9B}2J", "\u{2028}", "é\u{0}"])
  func `lets nobody outside write lines, or to the terminal`(form: String, sent: String) throws {
    try log(form).write(line(path: "/a" + sent + "b", clientID: "c" + sent + "d"))
    let text = pipe.read()
    #expect(text.last == "\n")
    #expect(text.utf8.dropLast().allSatisfy { $0 >= 0x20 })
    if form == "text" { #expect(text.utf8.allSatisfy { $0 < 0x7F }) }
  }

  @Test(arguments: ["text", "json"]) func `has short lines, whatever was sent`(form: String) throws {
    let long = String(repeating: "é", count: 60_000)
    try log(form).write(line(path: "/" + long, clientID: long))
    #expect(pipe.read().utf8.count < 4096)
  }
}
