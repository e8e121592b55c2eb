import Testing

@testable import HTTP

@Suite struct `The body of a request` {
  @Test func `is read in chunks`() throws {
    let listener = try echo()
    let answer = RawSocket(to: listener).ask(
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n")
    #expect(answer.hasSuffix("POST / abcde"))
  }

  @Test func `is waited for with 100 Continue`() throws {
    let listener = try echo()
    let client = RawSocket(to: listener)
    client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(client.ask("hi").hasSuffix("POST / hi"))
  }

  @Test func `may be as large as the limit of its target`() throws {
    let listener = try measuring(limit: 100_000)
    #expect(RawSocket(to: listener).ask(post(bytes: 100_000)).hasSuffix(" 200 /x 100000"))
    #expect(RawSocket(to: listener).ask(chunks(bytes: 100_000) + get).contains(" 200 /x 100000HTTP/1.1"))
  }

  @Test func `is refused unread when its length exceeds the limit`() throws {
    let listener = try measuring(limit: 100_000)
    let head = RawSocket(to: listener)
    let answer = head.ask("POST /x HTTP/1.1\r\nContent-Length: 100001\r\nExpect: 100-continue\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 413 "))
    #expect(answer.contains("Connection: close\r\n"))
    #expect(answer.hasSuffix(" 413 /x 0"))
  }

  @Test func `is refused when its length is beyond all numbers, or the limit below`() throws {
    let listener = try Listener(.init(bodyLimit: { _, _ in -1 })) { request in
      Response(status: request.isBodyTooLarge ? 413 : 200, body: request.body)
    }
    for length in ["18446744073709551614", "9223372036854775808", "1"] {
      let answer = RawSocket(to: listener).ask("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\na")
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
    #expect(RawSocket(to: listener).ask(chunks(bytes: 1) + get).hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `is refused so that who sends all of it first can read the answer`() throws {
    let listener = try measuring(limit: 100_000)
    let client = RawSocket(to: listener)
    #expect(client.ask(post(bytes: 8_000_000)).hasSuffix(" 413 /x 0"))
    #expect(client.end == 0)
  }

  @Test func `in chunks is swallowed beyond the limit, and the connection kept`() throws {
    let listener = try measuring(limit: 100_000)
    let client = RawSocket(to: listener)
    client.send(chunks(bytes: 100_001))
    #expect(client.read(until: " 413 /x 100000").hasPrefix("HTTP/1.1 413 "))
    #expect(client.ask(chunks(bytes: 5) + get).contains(" 200 /x 5"))
  }

  @Test func `of no bytes is allowed by a limit of zero`() throws {
    let listener = try measuring(limit: 0)
    #expect(RawSocket(to: listener).ask(post(bytes: 0)).hasSuffix(" 200 /x 0"))
    #expect(RawSocket(to: listener).ask(post(bytes: 1)).hasSuffix(" 413 /x 0"))
    #expect(RawSocket(to: listener).ask(chunks(bytes: 1) + get).contains(" 413 /x 0"))
  }

  private func measuring(limit: Int) throws -> Listener {
    try Listener(.init(bodyLimit: { _, target in target == "/x" ? limit : 0 })) { request in
      let status = request.isBodyTooLarge ? 413 : 200
      return Response(status: status, body: Array(" \(status) \(request.target) \(request.body.count)".utf8))
    }
  }

  private func post(bytes: Int) -> String {
    "POST /x HTTP/1.1\r\nContent-Length: \(bytes)\r\nConnection: close\r\n\r\n"
      + String(repeating: "a", count: bytes)
  }

  private func chunks(bytes: Int) -> String {
    "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "\(String(bytes, radix: 16))\r\n\(String(repeating: "a", count: bytes))\r\n0\r\n\r\n"
  }
}
