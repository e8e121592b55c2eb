import Synchronization
import Testing

@testable import HTTP

@Suite struct `The strength of a listener` {
  @Test func `suffices for 64 clients at once`() async throws {
    let most = Atomic(0)
    let gate = Gate()
    let listener = try Listener(.init()) { request in
      if most.add(1, ordering: .relaxed).newValue == 64 { gate.open() }
      gate.wait()
      return Response(body: Array(request.target.utf8))
    }
    let clients = (0..<64).map { _ in RawSocket(to: listener) }
    for (number, client) in clients.enumerated() {
      client.send("GET /\(number) HTTP/1.1\r\nConnection: close\r\n\r\n")
    }
    for (number, client) in clients.enumerated() { #expect(client.read().hasSuffix("/\(number)")) }
  }

  @Test(arguments: [
    "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET /\0a HTTP/1.1\r\nX: \0\r\n\r\n",
    " \r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET / HTTP/1.1\r\nHost: a\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
  ])
  func `bears garbage`(text: String) throws {
    let listener = try echo(.init(idleTimeout: 1, receiveTimeout: 300))
    let client = RawSocket(to: listener)
    _ = client.ask(text)
    #expect(client.end != 110)
    #expect(RawSocket(to: listener).ask(get).hasSuffix("GET / "))
    #expect(eventually { listener.exchanges == 0 })
  }

  /// Heads that are too large, each in its own way.
  enum Head: CaseIterable {
    case value, target, fields, parameters

    var text: String {
      switch self {
      case .value: "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1 << 20)
      case .target: "GET /" + String(repeating: "a", count: 1 << 20) + " HTTP/1.1\r\n\r\n"
      case .fields: "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 100_000) + "\r\n"
      case .parameters:
        "GET /?" + String(repeating: "a&", count: 5000) + " HTTP/1.1\r\nConnection: close\r\n\r\n"
      }
    }
  }

  @Test(arguments: Head.allCases)
  func `bears heads of any size`(head: Head) throws {
    let listener = try echo(.init(idleTimeout: 1, receiveTimeout: 300))
    let client = RawSocket(to: listener)
    _ = client.ask(head.text)
    #expect(client.end != 110)
    #expect(RawSocket(to: listener).ask(get).hasSuffix("GET / "))
    #expect(eventually { listener.exchanges == 0 })
  }

  @Test(
    arguments: [1000, 4000, 8000, 16_000, 20_000, 40_000, 100_000, 300_000],
    [0, 1000, 8000, 15_000, 31_000, 60_000])
  func `answers a head of any size`(target: Int, field: Int) throws {
    // The answer's head grows with the request's, as a redirection's does, by up to three.
    let listener = try Listener(.init()) { request in
      Response(headers: ["Location": String(repeating: "%27", count: request.target.utf8.count)])
    }
    let client = RawSocket(to: listener)
    let answer = client.ask(
      "GET /" + String(repeating: "'", count: target) + " HTTP/1.1\r\nConnection: close\r\nX: "
        + String(repeating: "a", count: field) + "\r\n\r\n")
    // Both heads share what memory there is; one that has no room for the other is refused, not left without an answer.
    let isTaken = target < 8 * 1024 && field < 16 * 1024 && 4 * target + field < 31_500
    #expect(["HTTP/1.1 200", "HTTP/1.1 414", "HTTP/1.1 431"].contains(answer.prefix(12)))
    #expect(answer.hasPrefix("HTTP/1.1 200") == isTaken)
  }

  @Test(arguments: [1, 400, 500, 1000, 4000])
  func `takes a query of many parameters`(count: Int) throws {
    let listener = try echo()
    let query = String(repeating: "a&", count: count)
    let client = RawSocket(to: listener)
    let answer = client.ask("GET /?\(query) HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(answer.ranges(of: "HTTP/1.1 200").count == 2)
    #expect(answer.contains("GET /?\(query) "))
  }

  @Test(arguments: [1, 200, 400, 500, 1000, 2700])
  func `takes or refuses a head of many fields`(count: Int) throws {
    let listener = try echo()
    let answer = RawSocket(to: listener).ask(
      "GET / HTTP/1.1\r\nConnection: close\r\n" + String(repeating: "X: y\r\n", count: count) + "\r\n")
    #expect(["HTTP/1.1 200", "HTTP/1.1 431"].contains(answer.prefix(12)))
    #expect(answer.hasPrefix("HTTP/1.1 200") == (count <= 400))
  }

  @Test(arguments: ["3\r\nContent-Length: 4", "4\r\nContent-Length: 3", "0\r\nContent-Length: 00"])
  func `refuses two lengths`(lengths: String) throws {
    let listener = try echo()
    let answer = RawSocket(to: listener).ask("POST / HTTP/1.1\r\nContent-Length: \(lengths)\r\n\r\nabcd")
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(answer.contains("<title>More than one Content-Length</title>"))
  }

  @Test func `refuses two Hosts, whatever they name`() throws {
    let listener = try echo()
    let answer = RawSocket(to: listener).ask("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(answer.contains("<title>More than one Host</title>"))
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost:", "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "GET / HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\nX",
  ])
  func `lets go of what a dying client asked for`(text: String) throws {
    let listener = try echo()
    for _ in 1...20 {
      let client = RawSocket(to: listener)
      client.send(text)
      #expect(eventually { listener.exchanges > 0 })
    }
    #expect(eventually { listener.exchanges == 0 && listener.inFlight == 0 })
  }

  @Test func `lets go of a stream whose client has gone`() throws {
    let listener = try Listener(.init()) { _ in
      var response = Response()
      response.body = .stream { [UInt8](repeating: 0, count: 100_000) }
      return response
    }
    do {
      let client = RawSocket(to: listener)
      client.send(get)
      _ = client.read(until: "\r\n\r\n", within: 50)
    }
    #expect(eventually { listener.exchanges == 0 && listener.inFlight == 0 })
  }

  @Test func `finds room at its limit of connections: the one goes that would be cut off first`() throws {
    let listener = try echo(.init(connectionLimit: 12))
    let (kept, silent) = (RawSocket(to: listener), (1...11).map { _ in RawSocket(to: listener) })
    kept.send("GET /1 HTTP/1.1\r\n\r\n")
    #expect(kept.read(until: "GET /1 ").hasPrefix("HTTP/1.1 200"))
    for _ in 1...10 { #expect(RawSocket(to: listener).ask(get).hasSuffix("GET / ")) }
    let more = (1...3).map { _ in RawSocket(to: listener) }
    #expect(eventually { silent.filter { $0.read(within: 20) == "" && $0.end == 0 }.count >= more.count })
    #expect(more.allSatisfy { $0.ask(get).hasSuffix("GET / ") })
    kept.send("GET /2 HTTP/1.1\r\n\r\n")
    #expect(kept.read(until: "GET /2 ").hasPrefix("HTTP/1.1 200"))
  }
}
