import Glibc
import Synchronization
import Testing

@testable import HTTP

@Suite struct `A dispatcher` {
  private let outcomes = Outcomes()

  @Test func `posts byte for byte, and adds nothing`() throws {
    let listener = try Listener(.init()) { request in
      let fields = request.headers.filter { $0.name != "Host" }.map { "\($0.name)=\($0.value)" }
      return Response(
        status: 202, body: Array("\(request.method) \(request.target) \(fields) ".utf8) + request.body)
    }
    var request = post(to: listener.port, "/a?b=%2F")
    request.headers = ["Content-Type": "application/json", "Accept": "a/b"]
    request.body = Array("{\0é}\r\n".utf8)
    try Dispatcher().keeping {
      $0.send(request, then: outcomes.taker()); _ = outcomes.wait()
    }
    let outcome = try #require(outcomes.all.first)
    #expect(outcome.status == 202)
    let fields = #"["Accept=a/b", "Content-Length=7", "Content-Type=application/json"]"#
    #expect(sorted(outcome.text) == sorted("POST /a?b=%2F \(fields) {\0é}\r\n"))
  }

  @Test func `is delayed by no dead receivers`() throws {
    let healthy = try (0..<5).map { _ in try echo() }
    let dead = try (0..<20).map { _ in try ListeningSocket(address: "127.0.0.1", port: 0) }
    defer { for socket in dead { close(socket.descriptor) } }
    let begin = uptimeMilliseconds()
    let silent = Outcomes()
    try Dispatcher(timeoutMilliseconds: 60_000).keeping { dispatcher in
      for _ in 1...20 {
        for socket in dead { dispatcher.send(post(to: socket.port), then: silent.taker()) }
        for listener in healthy { dispatcher.send(post(to: listener.port), then: outcomes.taker()) }
      }
      let answers = outcomes.wait(for: 100, within: 20_000)
      #expect(answers.count == 100 && answers.allSatisfy { $0.status == 200 })
      #expect(silent.all.isEmpty)
    }
    #expect(silent.all.count == 400)
    #expect(silent.all.allSatisfy { if case .stopped = $0.error { true } else { false } })
    #expect(uptimeMilliseconds() - begin < 30_000)
  }

  @Test func `says how long it has waited for an answer`() throws {
    let silent = try ListeningSocket(address: "127.0.0.1", port: 0)
    defer { close(silent.descriptor) }
    let outcome = try send(post(to: silent.port), by: Dispatcher(timeoutMilliseconds: 200))
    #expect(outcome.error == .timedOut(url: url(silent.port), milliseconds: 200))
    #expect(outcome.milliseconds >= 190)
  }

  @Test func `says how long it has waited for a connection`() throws {
    let full = try ListeningSocket(address: "127.0.0.1", port: 0)
    defer { close(full.descriptor) }
    Glibc.listen(full.descriptor, 0)
    let first = RawSocket(port: full.port)
    let outcome = try withExtendedLifetime(first) {
      try send(post(to: full.port), by: Dispatcher(connectTimeoutMilliseconds: 200))
    }
    #expect(outcome.error == .timedOut(url: url(full.port), milliseconds: 200))
  }

  @Test func `says that nobody answers`() throws {
    let port = try echo().port
    #expect(try send(post(to: port)).error == .noServer(url: url(port)))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "", "http://", "http://a b/"])
  func `refuses what is no http URL`(url: String) throws {
    #expect(try send(Request(method: "POST", target: url)).error != nil)
  }

  @Test func `follows no redirect`() throws {
    let listener = try Listener(.init()) { _ in Response(status: 307, headers: ["Location": "/elsewhere"]) }
    #expect(try send(post(to: listener.port)).status == 307)
  }

  @Test(arguments: ["HTTP/1.1 204 No Content", "HTTP/1.1 204 ", "HTTP/1.1 204", "HTTP/1.0 204"])
  func `reads a status, with a reason or without`(line: String) throws {
    let receiver = try RawReceiver { _, connection in
      _ = connection.read()
      connection.send(line + "\r\n\r\n")
    }
    #expect(try send(post(to: receiver.port)).status == 204)
  }

  @Test(arguments: [16 << 10, 16 << 10 + 1, 1 << 20])
  func `keeps 16 KiB of a body`(size: Int) throws {
    let listener = try Listener(.init()) { _ in Response(body: [UInt8](repeating: 7, count: size)) }
    let outcome = try send(post(to: listener.port))
    #expect(outcome.status == 200)
    #expect(outcome.body == [UInt8](repeating: 7, count: 16 << 10))
  }

  @Test func `is done with a body that never ends`() throws {
    let listener = try Listener(.init()) { _ in
      var response = Response()
      response.body = .stream { [UInt8](repeating: 7, count: 1000) }
      return response
    }
    let outcome = try send(post(to: listener.port), by: Dispatcher(timeoutMilliseconds: 60_000))
    #expect(outcome.status == 200 && outcome.body.count == 16 << 10)
  }

  @Test func `is done with a head that never ends`() throws {
    let receiver = try RawReceiver { _, connection in
      _ = connection.read()
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X: " + String(repeating: "y", count: 1000) + "\r\n") {}
    }
    let outcome = try send(post(to: receiver.port), by: Dispatcher(timeoutMilliseconds: 60_000))
    #expect(outcome.error == .tooLarge(url: url(receiver.port), limit: 256 << 10))
  }

  @Test func `sends a thousand to one receiver, each once`() throws {
    let seen = Mutex<[String: Int]>([:])
    let listener = try Listener(.init()) { request in
      seen.withLock { $0[request.target, default: 0] += 1 }
      return Response()
    }
    try Dispatcher(timeoutMilliseconds: 60_000).keeping { dispatcher in
      for number in 0..<1000 {
        dispatcher.send(post(to: listener.port, "/\(number)"), then: outcomes.taker(number))
      }
      _ = outcomes.wait(for: 1000, within: 60_000)
    }
    #expect(outcomes.all.allSatisfy { $0.status == 200 })
    #expect(outcomes.all.map(\.tag).sorted() == Array(0..<1000))
    let counts = seen.withLock { $0 }
    #expect(counts.count == 1000 && counts.values.allSatisfy { $0 == 1 })
  }

  @Test func `keeps a connection between requests`() throws {
    let receiver = try RawReceiver { number, connection in
      while !connection.read().isEmpty { connection.send(answer("\(number)")) }
    }
    try Dispatcher().keeping { dispatcher in
      for count in 1...5 {
        dispatcher.send(post(to: receiver.port), then: outcomes.taker())
        _ = outcomes.wait(for: count)
      }
    }
    #expect(outcomes.all.map(\.text) == ["1", "1", "1", "1", "1"])
  }

  @Test func `bears that its kept connections have ended`() throws {
    let receiver = try RawReceiver { number, connection in
      _ = connection.read()
      connection.send(answer("\(number)"))
    }
    try Dispatcher().keeping { dispatcher in
      for count in 1...20 {
        dispatcher.send(post(to: receiver.port), then: outcomes.taker())
        _ = outcomes.wait(for: count)
      }
    }
    #expect(outcomes.all.map(\.text) == (1...20).map { "\($0)" })
  }

  @Test func `bears that a kept connection ends under a request`() throws {
    let receiver = try RawReceiver { number, connection in
      _ = connection.read()
      connection.send(answer("\(number)"))
      _ = connection.read()
    }
    try Dispatcher().keeping { dispatcher in
      for count in 1...5 {
        dispatcher.send(post(to: receiver.port), then: outcomes.taker())
        _ = outcomes.wait(for: count)
      }
    }
    #expect(outcomes.all.map(\.text) == ["1", "2", "3", "4", "5"])
  }

  @Test func `waits before it sends, and lets others by`() throws {
    let listener = try echo()
    let begin = uptimeMilliseconds()
    try Dispatcher().keeping { dispatcher in
      for delay in [600, 0, 300] {
        dispatcher.send(post(to: listener.port), delay: delay, then: outcomes.taker(delay))
      }
      _ = outcomes.wait(for: 3)
    }
    #expect(outcomes.all.map(\.tag) == [0, 300, 600])
    #expect(outcomes.all.allSatisfy { $0.knownAt - begin >= $0.tag })
  }

  private func send(
    _ request: Request, by dispatcher: @autoclosure () throws -> Dispatcher = try Dispatcher()
  ) throws
    -> Outcomes.Outcome
  {
    try dispatcher().keeping {
      $0.send(request, then: outcomes.taker())
      return try #require(outcomes.wait().first)
    }
  }
}

private func url(_ port: UInt16) -> String { "http://127.0.0.1:\(port)/" }

func post(to port: UInt16, _ path: String = "/") -> Request {
  Request(method: "POST", target: "http://127.0.0.1:\(port)\(path)", body: Array("{}".utf8))
}

private func answer(_ body: String) -> String {
  "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

private func sorted(_ text: String) -> [Character] { text.sorted() }

extension Dispatcher {
  /// Does something with the dispatcher, and then stops it.
  func keeping<Result>(_ body: (Dispatcher) throws -> Result) rethrows -> Result {
    defer { stop() }
    return try body(self)
  }
}
