import Synchronization
import Testing

@testable import HTTP

@Suite struct `Stopping a listener` {
  @Test func `lets what is in flight arrive, and takes nothing new`() throws {
    let gate = Gate()
    let listener = try Listener(.init()) { _ in
      gate.wait()
      return Response(body: Array("done".utf8))
    }
    let client = RawSocket(to: listener)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(eventually { listener.inFlight == 1 })
    listener.quiesce()
    #expect(RawSocket(to: listener).end != 0)
    gate.open()
    let answer = client.read()
    #expect(answer.contains("Connection: close\r\n"))
    #expect(answer.hasSuffix("done"))
    #expect(eventually { listener.inFlight == 0 })
    listener.stop()
    listener.stop()
  }

  @Test func `tells a handler when its client has left`() throws {
    let answers = Mutex<[Bool]>([])
    let gate = Gate()
    let listener = try Listener(.init()) { request in
      let before = request.isAbandoned()
      gate.open()
      let after = eventually { request.isAbandoned() }
      answers.withLock { $0 = [before, after] }
      return Response(body: [])
    }
    do {
      let client = RawSocket(to: listener)
      client.send("GET / HTTP/1.1\r\n\r\n")
      gate.wait()
    }
    #expect(eventually { answers.withLock { $0 } == [false, true] })
  }

  @Test func `frees its port`() throws {
    let listener = try echo()
    #expect(RawSocket(to: listener).ask(get).hasSuffix("GET / "))
    listener.stop()
    let next = try echo(.init(port: listener.port))
    #expect(RawSocket(to: next).ask(get).hasSuffix("GET / "))
  }

  @Test func `closes idle connections`() throws {
    let listener = try echo()
    let client = RawSocket(to: listener)
    client.send("GET / HTTP/1.1\r\n\r\n")
    _ = client.read(until: "GET / ")
    listener.stop()
    #expect(client.read(within: 15_000) == "")
    #expect(client.end == 0)
  }

  @Test func `happens by itself when nobody holds it any more`() throws {
    let port = try portOfForgotten()
    #expect(RawSocket(port: port).end != 0)
  }

  private func portOfForgotten() throws -> UInt16 { try echo().port }
}

/// A door that is shut until it is opened.
final class Gate: Sendable {
  private let isOpen = Atomic(false)

  func open() { isOpen.store(true, ordering: .releasing) }

  func wait() { _ = eventually(within: 10_000) { isOpen.load(ordering: .acquiring) } }
}
