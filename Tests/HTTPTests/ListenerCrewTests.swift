import Glibc
import Synchronization
import Testing

@testable import HTTP

@Suite struct `The crew of a listener` {
  @Test func `serves one connection after the other by the same few threads`() throws {
    let seen = Mutex<Set<pthread_t>>([])
    let listener = try Listener(.init()) { _ in
      _ = seen.withLock { $0.insert(pthread_self()) }
      return Response(body: Array("done".utf8))
    }
    for _ in 1...100 { #expect(RawSocket(to: listener).ask(get).hasSuffix("done")) }
    #expect(seen.withLock { $0.count } < 10)
    #expect(listener.threads < 10)
  }

  @Test func `grows with those who wait, and shrinks again`() throws {
    let gate = Gate()
    let listener = try Listener(.init()) { _ in
      gate.wait()
      return Response(body: Array("done".utf8))
    }
    let clients = (1...100).map { _ in RawSocket(to: listener) }
    for client in clients { client.send(get) }
    #expect(eventually { listener.inFlight == 100 })
    #expect(listener.threads > 100)
    gate.open()
    for client in clients { #expect(client.read().hasSuffix("done")) }
    #expect(eventually { listener.threads < 10 })
    #expect(RawSocket(to: listener).ask(get).hasSuffix("done"))
  }

  @Test(arguments: [10, 3_000_000])
  func `answers who has sent all and half closed, then ends`(size: Int) throws {
    let listener = try Listener(.init()) { _ in Response(body: [UInt8](repeating: 65, count: size)) }
    let client = RawSocket(to: listener)
    client.send("GET / HTTP/1.1\r\n\r\n")
    client.shutDown()
    let answer = client.read(within: 10_000)
    #expect(answer.utf8.suffix(size).allSatisfy { $0 == 65 } && answer.utf8.count > size)
    #expect(client.end == 0)
  }

  @Test func `takes a request apart that comes in pieces, the last with the end`() throws {
    let listener = try echo()
    let client = RawSocket(to: listener)
    for piece in ["POST / HTTP/1.1\r\nContent-Le", "ngth: 4\r\n\r\nab", "cd"] {
      client.send(piece)
      usleep(20_000)
    }
    client.shutDown()
    #expect(client.read(within: 10_000).hasPrefix("HTTP/1.1 200"))
    #expect(client.end == 0)
  }
}

@Suite struct `What libmicrohttpd leaves undone` {
  @Test func `a piece of a body that never ends is cut like any other`() throws {
    let listener = try echo(.init(idleTimeout: 1, receiveTimeout: 300))
    let client = RawSocket(to: listener)
    client.send(
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "a", count: 40_000))
    _ = client.read()
    #expect(client.end != ETIMEDOUT)
    #expect(eventually { listener.connections == 0 })
  }

  @Test(arguments: [Response.Wire.truncate(after: 0), .truncate(after: 5)])
  func `a stream that breaks off ends its connection at once`(wire: Response.Wire) throws {
    let listener = try streaming(["abc", "def", "ghi"], wire: wire)
    let client = RawSocket(to: listener)
    client.send("GET / HTTP/1.1\r\n\r\n")
    _ = client.read()
    // The client stays: were it gone, the connection would end for that.
    withExtendedLifetime(client) {
      #expect(client.end == 0)
      #expect(eventually(within: 10_000) { listener.connections == 0 })
    }
  }
}
