import Glibc
import Testing

@testable import HTTP

@Suite struct `The wire of a response` {
  @Test func `nothing closes without an answer`() throws {
    let client = RawSocket(to: try answering(.nothing))
    #expect(client.ask(get) == "")
    #expect(client.end == 0)
  }

  @Test(arguments: ["GET", "HEAD"])
  func `reset at once gives a reset and no byte`(method: String) throws {
    let client = RawSocket(to: try answering(.reset(after: 0)))
    #expect(client.ask("\(method) / HTTP/1.1\r\n\r\n") == "")
    #expect(client.end == ECONNRESET)
  }

  @Test func `reset after some bytes gives them first`() throws {
    let client = RawSocket(to: try answering(.reset(after: 4)))
    #expect(client.ask(get).hasSuffix("Content-Length: 10\r\n\r\n0123"))
    #expect(client.end == ECONNRESET)
  }

  @Test(arguments: [(0, ""), (4, "0123"), (10, "012345678"), (99, "012345678")])
  func `truncate promises the whole and closes before`(limit: Int, seen: String) throws {
    let client = RawSocket(to: try answering(.truncate(after: limit)))
    #expect(client.ask(get).hasSuffix("Content-Length: 10\r\n\r\n\(seen)"))
    #expect(client.end == 0)
  }

  @Test func `truncate breaks the chunks of a stream`() throws {
    let listener = try streaming(["abc", "def", "ghi"], wire: .truncate(after: 5))
    #expect(RawSocket(to: listener).ask(get).hasSuffix("3\r\nabc\r\n2\r\nde\r\n"))
  }

  @Test func `drip takes its time`() throws {
    let client = RawSocket(to: try answering(.drip(bytesPerSecond: 40)))
    let start = uptimeMilliseconds()
    #expect(client.ask(get).hasSuffix("\r\n\r\n0123456789"))
    #expect(200...8000 ~= uptimeMilliseconds() - start)
  }

  @Test func `drip gives up when the server stops`() throws {
    let listener = try Listener(.init(sleep: { _ in false })) { _ in
      var response = Response(body: Array("0123456789".utf8))
      response.wire = .drip(bytesPerSecond: 10)
      return response
    }
    let client = RawSocket(to: listener)
    #expect(client.ask(get).hasSuffix("Content-Length: 10\r\n\r\n0"))
  }

  @Test(arguments: [Response.Wire.truncate(after: 3), .reset(after: 3), .drip(bytesPerSecond: 1), .nothing])
  func `of an empty body hangs nothing`(wire: Response.Wire) throws {
    let listener = try Listener(.init()) { _ in
      var response = Response()
      response.wire = wire
      return response
    }
    let client = RawSocket(to: listener)
    _ = client.ask(get)
    #expect(client.end != ETIMEDOUT)
  }

  @Test func `of a stream is chunks`() throws {
    let listener = try streaming(["abc", "", "defg"], wire: .whole)
    let answer = RawSocket(to: listener).ask(get)
    #expect(answer.contains("Transfer-Encoding: chunked\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"))
  }

  @Test func `of a stream takes pieces of any size`() throws {
    let piece = String(repeating: "a", count: 300_000)
    let listener = try streaming([piece, piece], wire: .whole)
    let url = "http://127.0.0.1:\(listener.port)/"
    #expect(try Client().send(Request(method: "GET", target: url)).text == piece + piece)
  }

  private func answering(_ wire: Response.Wire) throws -> Listener {
    try Listener(.init()) { _ in
      var response = Response(body: Array("0123456789".utf8))
      response.wire = wire
      return response
    }
  }
}

/// A listener that answers with a stream of pieces.
func streaming(_ pieces: [String], wire: Response.Wire) throws -> Listener {
  try Listener(.init()) { _ in
    let rest = Rest(pieces)
    var response = Response()
    response.body = .stream { rest.next() }
    response.wire = wire
    return response
  }
}
