import Glibc
import Testing

@testable import HTTP

@Suite struct `A client` {
  @Test func `sends method, target, fields and body as they are`() throws {
    let listener = try Listener(.init()) { request in
      let fields = request.headers.filter { $0.name != "Host" }.map { "\($0.name)=\($0.value)" }
      return Response(body: Array("\(request.method) \(request.target) \(fields) ".utf8) + request.body)
    }
    let headers: Headers = ["Accept": "a/b", "X-Two": "1", "x-two": "2\r\nX-Evil: 3", "X-Empty": ""]
    let answers = try ["GET", "POST", "PUT", "DELETE", "x-own"].map { method in
      try ask(listener, "/%2F?a=b%00", method: method, headers: headers, body: method == "GET" ? "" : "é\0")
        .text
    }
    let fields = #"["Accept=a/b", "X-Two=1", "x-two=2  X-Evil: 3", "X-Empty="]"#
    #expect(answers[0] == "GET /%2F?a=b%00 \(fields) ")
    for (answer, method) in zip(answers, ["GET", "POST", "PUT", "DELETE", "x-own"]).dropFirst() {
      let length = fields.replacing("]", with: #", "Content-Length=3"]"#)
      #expect(answer == "\(method) /%2F?a=b%00 \(length) é\0")
    }
  }

  @Test func `posts nothing as nothing`() throws {
    let listener = try Listener(.init()) {
      Response(body: Array(($0.headers["Content-Length"] ?? "none").utf8))
    }
    #expect(try ask(listener, method: "POST").text == "0")
    #expect(try ask(listener, method: "GET").text == "none")
  }

  @Test func `receives status, fields and body`() throws {
    let listener = try Listener(.init()) { _ in
      var response = Response(status: 404, headers: ["X-One": "a: b"], body: Array("gone".utf8))
      response.headers.append("Set-Cookie", "a=1")
      response.headers.append("Set-Cookie", "b=2")
      return response
    }
    let response = try ask(listener)
    #expect(response.status == 404)
    #expect(response.headers["x-one"] == "a: b")
    #expect(response.headers.all("set-cookie") == ["a=1", "b=2"])
    #expect(response.text == "gone")
  }

  @Test func `asks for the head only`() throws {
    let listener = try echo()
    let response = try ask(listener, "/abc", method: "HEAD")
    #expect(response.headers["Content-Length"] == "10")
    #expect(response.text == "")
  }

  @Test func `follows no redirect`() throws {
    let listener = try Listener(.init()) { _ in Response(status: 302, headers: ["Location": "/elsewhere"]) }
    #expect(try ask(listener).status == 302)
  }

  @Test func `streams what comes, until it wants no more`() throws {
    let listener = try Listener(.init()) { _ in
      var response = Response(status: 202)
      response.body = .stream { Array("tick\n".utf8) }
      return response
    }
    var seen = 0
    let status = try withExtendedLifetime(listener) {
      try Client(timeoutMilliseconds: 1).stream(request(to: listener)) { bytes in
        seen += bytes.count
        return seen < 50
      }
    }
    #expect(status == 202)
    #expect(seen >= 50)
  }

  @Test func `streams a response to its end`() throws {
    let listener = try echo()
    var seen: [UInt8] = []
    let status = try withExtendedLifetime(listener) {
      try Client().stream(request(to: listener)) {
        seen += $0; return true
      }
    }
    #expect(status == 200)
    #expect(String(decoding: seen, as: UTF8.self) == "GET / ")
  }

  @Test func `says how long it has waited`() throws {
    let gate = Gate()
    let listener = try Listener(.init()) { _ in
      gate.wait()
      return Response()
    }
    let error = #expect(throws: ClientError.self) {
      try withExtendedLifetime(listener) { try Client(timeoutMilliseconds: 100).send(request(to: listener)) }
    }
    gate.open()
    #expect(error?.description == "http://127.0.0.1:\(listener.port) did not answer within 100 ms.")
  }

  @Test func `says how long it has waited for a connection`() throws {
    let silent = try ListeningSocket(address: "127.0.0.1", port: 0)
    defer { close(silent.descriptor) }
    let url = "https://127.0.0.1:\(silent.port)/"
    let error = ClientError.timedOut(url: url, milliseconds: 100)
    let client = Client(connectTimeoutMilliseconds: 100)
    #expect(throws: error) { try client.send(Request(method: "GET", target: url)) }
    #expect(throws: error) { try client.stream(Request(method: "GET", target: url)) { _ in true } }
  }

  @Test func `says that nobody answers, and nothing secret`() throws {
    let listener = try echo()
    listener.stop()
    let url = "http://me:password@127.0.0.1:\(listener.port)/path?token=secret"
    let error = #expect(throws: ClientError.noServer(url: url)) {
      try Client().send(Request(method: "GET", target: url))
    }
    #expect(error?.description == "No server answers at http://127.0.0.1:\(listener.port).")
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "", "http://", "http://a b/", "gopher://x"])
  func `refuses what is no http URL`(url: String) {
    #expect(throws: ClientError.self) { try Client().send(Request(method: "GET", target: url)) }
  }

  @Test func `says that an answer broke off`() throws {
    for wire in [Response.Wire.nothing, .reset(after: 0), .reset(after: 2), .truncate(after: 2)] {
      let listener = try Listener(.init()) { _ in
        var response = Response(body: Array("0123456789".utf8))
        response.wire = wire
        return response
      }
      let error = #expect(throws: ClientError.self) { try ask(listener) }
      #expect(error?.description.contains("http://127.0.0.1:\(listener.port) failed: ") == true)
    }
  }

  private func ask(
    _ listener: Listener, _ path: String = "/", method: String = "GET", headers: Headers = [:],
    body: String = ""
  ) throws -> Response {
    try withExtendedLifetime(listener) {
      var request = request(to: listener, path, method: method)
      request.headers = headers
      request.body = Array(body.utf8)
      return try Client().send(request)
    }
  }

  private func request(to listener: Listener, _ path: String = "/", method: String = "GET") -> Request {
    Request(method: method, target: "http://127.0.0.1:\(listener.port)\(path)")
  }
}
