import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import Provider
@testable import Web
@testable import mockapple

@Suite struct `The log` {
  private let pipe = Pipe()

  private let writer: LogWriter

  init() { writer = LogWriter(pipe.writingEnd) }

  private func log(_ form: String) throws -> Log {
    var arguments = Arguments(["--log", form], environment: [:])
    return try Log(&arguments, writer: writer)
  }

  private func line(
    path: String = "/auth/keys", clientID: String? = nil, account: String? = nil, rule: String? = nil,
    hint: String? = nil
  ) -> LogLine {
    LogLine(
      request: 1, method: "GET", path: path, status: 200, clientID: clientID, account: account, rule: rule,
      hint: hint, duration: 5)
  }

  @Test(arguments: ["text", "json"]) func `lets nobody wait for a reader who never comes`(form: String) throws
  {
    let log = try log(form)
    let began = ContinuousClock.now
    let filler = String(repeating: ".", count: 200)
    for _ in 0..<15_000 { writer.write(filler) { "dropped lines=\($0)" } }
    log.write(line(path: "/early"))
    #expect(ContinuousClock.now - began < .seconds(30))
    log.flush()
    #expect(ContinuousClock.now - began < .seconds(32))
    var text = ""
    repeat { text += pipe.read() } while !writer.flush(within: 5)
    log.write(line(path: "/later"))
    let lines = (text + pipe.read(until: "/later")).split(separator: "\n")
    // Those that were dropped are told where they are missing.
    let notes = lines.filter { $0.contains("dropped") }
    let dropped = notes.compactMap { $0.firstMatch(of: /lines"?[=:](\d+)/).flatMap { Int($0.1) } }
    #expect(dropped.count == notes.count && !notes.isEmpty)
    #expect(lines.count - notes.count + dropped.reduce(0, +) == 15_002)
    #expect(!lines.contains { $0.contains("/early") })
    #expect(lines.last?.contains("/later") == true)
    if form == "json" { for line in lines.suffix(2) { _ = try JSON(parsing: Array(line.utf8)) } }
  }

  @Test func `is whole and in order for a slow reader, also where somebody made the descriptor not block`()
    throws
  {
    _ = fcntl(pipe.writingEnd, F_SETFL, O_NONBLOCK)
    let log = try log("text")
    for index in 0..<3000 { log.write(line(path: "/\(index)", clientID: "com.example.app")) }
    let lines = pipe.read(until: "GET /2999 ").split(separator: "\n")
    #expect(lines.count == 3000)
    for (index, line) in lines.enumerated() { #expect(line.contains("GET /\(index) ")) }
  }

  @Test func `goes on where its reader has gone`() throws {
    var log: Log?
    do {
      let pipe = Pipe()
      var arguments = Arguments([], environment: [:])
      log = try Log(&arguments, writer: LogWriter(pipe.writingEnd))
      log?.write(line())
    }
    for _ in 0..<2000 { log?.write(line()) }
    log?.flush()
  }

  @Test(
    arguments: ["text", "json"],
    ["\n", "\r", "\u{1B}[2J", "\u{7F}", "\u{9B}2J", "\u{2028}", "é\u{0}", "\u{212A}"])
  func `lets nobody outside write lines, or to the terminal`(form: String, sent: String) throws {
    try log(form).write(line(path: "/a" + sent + "b", clientID: "c" + sent + "d"))
    let text = pipe.read(until: "\n")
    #expect(text.last == "\n")
    #expect(text.utf8.dropLast().allSatisfy { $0 >= 0x20 })
    if form == "text" { #expect(text.utf8.allSatisfy { $0 < 0x7F }) }
  }

  @Test(
    arguments: ["text", "json"],
    ["é", "e\u{301}", "\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{1}", "\"", "\\", "a", " ", "%CC%81"])
  func `has lines that a pipe takes whole, whatever was sent`(form: String, sent: String) throws {
    let long = String(repeating: sent, count: 700)
    let json: JSON = .string(long)
    let log = try log(form)
    let members = (0..<6).map { JSON.Member("switch_\($0)", json) }
    let lines =
      [
        LogEntry(line(path: "/" + long, clientID: long, account: long, rule: long, hint: long)),
        LogEntry("failure", .error, [("message", json)]),
        LogEntry("many", .info, members.map { ($0.name, $0.value) }),
        LogEntry(
          "nested", .info, [("list", .array([json, [json, json]])), ("object", ["a": ["b": json]])]),
        LogEntry("wide", .info, [(long, json)]),
      ] + Events.Event.kinds(data: .object(members)).map { LogEntry($0) }
    for line in lines.map({ $0.line(log.form, at: "2026-12-01T00:00:00.000Z") }) {
      #expect(line.utf8.count < 4096)
      if form == "json" { _ = try JSON(parsing: Array(line.utf8)) }
    }
    log.write(line(path: "/" + long, clientID: long))
    #expect(pipe.read(until: "\n").utf8.count <= 4096)
  }
}

@Suite struct `A server whose log nobody reads` {
  @Test func `answers, whatever is sent, and stops`() throws {
    let pipe = Pipe()
    // Full: the first line finds no room.
    _ = fcntl(pipe.writingEnd, F_SETFL, O_NONBLOCK)
    var byte: UInt8 = 0x2E
    while write(pipe.writingEnd, &byte, 1) == 1 {}
    _ = fcntl(pipe.writingEnd, F_SETFL, 0)
    var arguments = Arguments(["--port", "0", "--log", "json"], environment: [:])
    let server = try Server(try Configuration(&arguments, log: LogWriter(pipe.writingEnd)))
    let url = server.firstLine["url"]?.string ?? ""
    let body = Array(("client_id=e" + String(repeating: "%CC%81", count: 10_000)).utf8)
    let client = HTTP.Client(timeoutMilliseconds: 20_000)
    for _ in 0..<10 {
      let answer = try client.send(
        Request(
          method: "POST", target: url + "/auth/token",
          headers: ["Content-Type": "application/x-www-form-urlencoded"], body: body))
      #expect(answer.status == 400)
    }
    #expect(try Running.get(url + "/auth/keys").status == 200)
    server.stop()
  }
}

extension Events.Event {
  /// One of each kind, with the same data.
  fileprivate static func kinds(data: JSON) -> [Events.Event] {
    Events.Kind.allCases.map { Events.Event(sequence: 1, kind: $0, data: data) }
  }
}
