import Glibc
import Synchronization
import Testing

@testable import HTTP

@Suite struct `The patience of a listener` {
  private let hasty = Listener.Configuration(idleTimeout: 1, receiveTimeout: 300)

  @Test func `ends with a sender that trickles, in its head as in its body`() throws {
    let listener = try echo(hasty)
    let head = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1000)
    let body = "POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "a", count: 1000)
    for (text, atOnce) in [(head, 0), (head, 20), (body, 60)] {
      let start = uptimeMilliseconds()
      let client = RawSocket(to: listener)
      client.send(String(text.prefix(atOnce)))
      for byte in text.utf8.dropFirst(atOnce) {
        guard client.send([byte]) else { break }
        usleep(20_000)
      }
      #expect(200...15_000 ~= uptimeMilliseconds() - start)
    }
    #expect(RawSocket(to: listener).ask(get).hasSuffix("GET / "))
  }

  @Test func `ends with a peer that says nothing`() throws {
    let client = RawSocket(to: try echo(hasty))
    #expect(client.read(within: 15_000) == "")
    #expect(client.end == 0)
  }

  @Test func `bears an idle connection for a while, not forever`() throws {
    let client = RawSocket(to: try echo(.init(idleTimeout: 4, receiveTimeout: 300)))
    client.send("GET /1 HTTP/1.1\r\n\r\n")
    _ = client.read(until: "GET /1 ")
    usleep(800_000)
    client.send("GET /2 HTTP/1.1\r\n\r\n")
    #expect(client.read(until: "GET /2 ").hasPrefix("HTTP/1.1 200"))
    #expect(client.read(within: 15_000) == "")
    #expect(client.end == 0)
  }

  @Test func `is without bounds for its own handler`() throws {
    let listener = try Listener(hasty) { _ in
      usleep(2_000_000)
      return Response(body: Array("late".utf8))
    }
    #expect(RawSocket(to: listener).ask(get).hasSuffix("late"))
  }

  @Test func `is without bounds for its own stream, whose head goes out at once`() throws {
    let listener = try Listener(hasty) { _ in
      let rest = Rest(["a", "b"])
      var response = Response()
      response.body = .stream {
        usleep(2_000_000)
        return rest.next()
      }
      return response
    }
    let client = RawSocket(to: listener)
    client.send(get)
    #expect(client.read(until: "\r\n\r\n", within: 1500).hasSuffix("\r\n\r\n"))
    #expect(client.read().hasSuffix("1\r\na\r\n1\r\nb\r\n0\r\n\r\n"))
  }

  @Test func `ends with a peer that doesn't take its answer`() throws {
    let listener = try Listener(hasty) { _ in Response(body: [UInt8](repeating: 0, count: 30_000_000)) }
    let client = RawSocket(to: listener, receiveBuffer: 4096)
    client.send(get)
    #expect(eventually { listener.inFlight == 1 })
    #expect(eventually(within: 20_000) { listener.inFlight == 0 && listener.exchanges == 0 })
  }
}

/// Whether something becomes true within the milliseconds.
func eventually(within milliseconds: Int = 20_000, _ isTrue: () -> Bool) -> Bool {
  let deadline = uptimeMilliseconds() + milliseconds
  while !isTrue() {
    guard uptimeMilliseconds() < deadline else { return false }
    usleep(5000)
  }
  return true
}
