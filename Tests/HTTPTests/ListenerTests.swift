import Testing

@testable import HTTP

@Suite struct `A listener` {
  @Test func `answers on a kept connection`() throws {
    let listener = try echo()
    let client = RawSocket(to: listener)
    for number in 1...3 {
      client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "GET /\(number) ").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test func `answers pipelined requests in order`() throws {
    let listener = try echo()
    let client = RawSocket(to: listener)
    client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
    let answers = client.ask("GET /3 HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(
      answers.matches(of: /(GET|POST) \/[123]( hi)?/).map { String($0.0) } == [
        "GET /1", "POST /2 hi", "GET /3",
      ])
  }

  @Test(arguments: ["/a%2Fb", "/%00", "//x//y", "/?a=b?c", "/a%20b+c?%2B#f", "http://host/p?q", "*"])
  func `gives the target as it was sent`(target: String) throws {
    let listener = try echo()
    let answer = RawSocket(to: listener).ask("GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(answer.hasSuffix("\r\n\r\nGET \(target) "))
  }

  @Test func `keeps the order and the repetition of fields`() throws {
    let listener = try Listener(.init()) { request in
      let text = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      return Response(body: Array(text.utf8))
    }
    let answer = RawSocket(to: listener)
      .ask("GET / HTTP/1.1\r\nX-b: 1\r\nHost: h\r\nx-B:  2 \r\nCookie: a=1; b=2\r\nConnection: close\r\n\r\n")
    #expect(answer.hasSuffix("X-b=1|Host=h|x-B=2|Cookie=a=1; b=2|Connection=close"))
  }

  @Test(arguments: ["PATCH", "DELETE", "PROPFIND", "x-own"])
  func `passes any method through`(method: String) throws {
    let answer = RawSocket(to: try echo()).ask("\(method) / HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(answer.hasSuffix("\(method) / "))
  }

  @Test func `omits the body of an answer to HEAD`() throws {
    let answer = RawSocket(to: try echo()).ask("HEAD /abc HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("Content-Length: 10\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `says that an empty body is empty`() throws {
    let listener = try Listener(.init()) { _ in Response() }
    #expect(RawSocket(to: listener).ask(get).contains("Content-Length: 0\r\n"))
  }

  @Test func `drops or repairs fields that would break the answer`() throws {
    let listener = try Listener(.init()) { _ in
      Response(
        status: 1,
        headers: [
          "X-Split": "a\r\nX-Evil: b", "X Bad": "c", "X:Bad": "d", "": "e", "X-Nul": "f\0g",
          "Content-Length": "99",
          "Transfer-Encoding": "chunked", "X-Empty": "", "X-Good": "h\ti",
        ], body: [0x21])
    }
    let answer = RawSocket(to: listener).ask(get)
    #expect(answer.hasPrefix("HTTP/1.1 500 "))
    #expect(answer.contains("X-Split: a  X-Evil: b\r\n"))
    #expect(answer.contains("X-Nul: f g\r\n"))
    #expect(answer.contains("X-Good: h\ti\r\n"))
    #expect(answer.contains("Content-Length: 1\r\n"))
    #expect(!answer.contains("Bad") && !answer.contains("chunked"))
    #expect(answer.hasSuffix("\r\n\r\n!"))
  }

  @Test func `knows the address of its peer`() throws {
    let listener = try Listener(.init()) { Response(body: Array($0.remoteAddress.utf8)) }
    #expect(RawSocket(to: listener).ask(get).hasSuffix("\r\n127.0.0.1"))
  }

  @Test func `listens on the loopback of IPv6, and on nothing else`() throws {
    let listener = try Listener(.init(address: "::1")) { Response(body: Array($0.remoteAddress.utf8)) }
    let response = try Client().send(Request(method: "GET", target: "http://[::1]:\(listener.port)/"))
    #expect(response.text == "::1")
    #expect(RawSocket(to: listener).end != 0)
  }

  @Test func `takes a port that only the other family uses`() throws {
    let four = try echo()
    let six = try Listener(.init(address: "::1", port: four.port)) { _ in Response() }
    #expect(six.port == four.port)
  }

  @Test func `refuses a port in use, with advice`() throws {
    let port = try holding()
    let error = #expect(throws: ListenerError.self) {
      try Listener(.init(port: port.port)) { _ in Response() }
    }
    #expect(error == .portInUse(address: "127.0.0.1", port: port.port))
    #expect(
      error?.description
        == "Port \(port.port) on 127.0.0.1 is already in use; choose another with --port, or 0 for any free one."
    )
  }

  @Test(arguments: ["localhost", "192.0.2.1", ""])
  func `refuses an address it cannot have`(address: String) {
    let error = #expect(throws: ListenerError.self) {
      try Listener(.init(address: address)) { _ in Response() }
    }
    #expect(error?.description.hasPrefix("Cannot listen on \(address), port 0: ") == true)
  }

  @Test func `tells what a port below 1024 needs`() {
    func text(_ port: UInt16, _ reason: String) -> String {
      ListenerError.cannotBind(address: "0.0.0.0", port: port, reason: reason).description
    }
    #expect(
      text(443, "Permission denied")
        == "Cannot listen on 0.0.0.0, port 443: Permission denied. It needs the capability CAP_NET_BIND_SERVICE, "
        + "or the sysctl net.ipv4.ip_unprivileged_port_start at most 443.")
    for (port, reason) in [(0, "Permission denied"), (1024, "Permission denied"), (443, "No route")] {
      #expect(text(UInt16(port), reason) == "Cannot listen on 0.0.0.0, port \(port): \(reason).")
    }
  }

  private func holding() throws -> Listener { try echo() }
}

let get = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"

/// A listener that answers "METHOD target body".
func echo(_ configuration: Listener.Configuration = .init()) throws -> Listener {
  try Listener(configuration) { request in
    Response(body: Array("\(request.method) \(request.target) ".utf8) + request.body)
  }
}

extension Response {
  /// The body, when it is bytes of UTF-8.
  var text: String? {
    guard case .bytes(let bytes) = body else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
