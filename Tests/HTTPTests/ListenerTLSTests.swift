import Crypto
import Glibc
import TestSupport
import Testing

@testable import HTTP

/// A certificate for listeners on loopback, and a client that trusts it.
private struct Trust {
  let folder = Folder()
  let tls: Listener.Configuration.TLS
  let authority: String

  init() throws {
    let names = [
      HostName.dns("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
    ]
    let ca = try CertificateAuthority(permitting: names, at: time(nil))
    let server = try ca.serverCertificate(for: names, at: time(nil))
    tls = Listener.Configuration.TLS(chain: server.chain, privateKey: server.privateKey)
    authority = folder.write(ca.certificate, to: "ca.pem")
  }

  func send(
    _ method: String = "GET", _ path: String = "/", to listener: Listener, host: String = "localhost",
    body: [UInt8] = []
  ) throws -> Response {
    try withExtendedLifetime(listener) {
      try Client(trustCA: authority).send(
        Request(method: method, target: "https://\(host):\(listener.port)\(path)", body: body))
    }
  }

  /// What the openssl command prints when it sends a text by TLS and reads until the connection ends; it says how that
  /// ends, where it is not orderly. Options of `s_client` may be added.
  func talk(to listener: Listener, _ text: String, _ options: String = "") -> String {
    withExtendedLifetime(listener) {
      let file = folder.write(text, to: "sent")
      return Shell.run(
        "openssl s_client -quiet -verify_return_error -CAfile \(authority) -connect 127.0.0.1:\(listener.port) \(options)"
          + " <\(file)")
    }
  }
}

@Suite struct `A listener with TLS` {
  private let trust: Trust
  init() throws { trust = try Trust() }

  private func echo(_ configuration: Listener.Configuration = .init()) throws -> Listener {
    var configuration = configuration
    configuration.tls = trust.tls
    return try Listener(configuration) { request in
      Response(
        status: request.isBodyTooLarge ? 413 : 200,
        body: Array("\(request.method) \(request.target) \(request.isSecure) ".utf8) + request.body)
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"]) func `answers who trusts its authority`(host: String) throws {
    let listener = try echo()
    let response = try trust.send("POST", "/%2F?a=b", to: listener, host: host, body: Array("hi".utf8))
    #expect(response.status == 200)
    #expect(response.text == "POST /%2F?a=b true hi")
  }

  @Test func `answers on the loopback of IPv6`() throws {
    let listener = try echo(.init(address: "::1"))
    #expect(try trust.send(to: listener, host: "[::1]").text == "GET / true ")
  }

  @Test func `is refused by who doesn't`() throws {
    let listener = try echo()
    let error = #expect(throws: ClientError.self) {
      try withExtendedLifetime(listener) {
        try Client().send(Request(method: "GET", target: "https://localhost:\(listener.port)/"))
      }
    }
    guard case .untrusted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try trust.send(to: listener).status == 200)
  }

  @Test func `marks plain requests as such`() throws {
    let plain = try Listener(.init()) { Response(body: Array("\($0.isSecure)".utf8)) }
    #expect(RawSocket(to: plain).ask(get).hasSuffix("false"))
  }

  @Test func `takes bodies up to the limit, gives bodies of any size`() throws {
    let listener = try echo(.init(bodyLimit: { _, _ in 3_000_000 }))
    let body = [UInt8](repeating: 0x61, count: 3_000_000)
    #expect(try trust.send("POST", to: listener, body: body).text?.utf8.count == body.count + 12)
    #expect(try trust.send("POST", to: listener, body: body + [0x61]).status == 413)
    #expect(try trust.send("POST", to: listener, body: body + body + body + body).status == 413)
    #expect(eventually { listener.exchanges == 0 })
  }

  @Test func `doesn't start with a key of another`() throws {
    let other = Listener.Configuration.TLS(chain: trust.tls.chain, privateKey: try Trust().tls.privateKey)
    for tls in [other, .init(chain: "", privateKey: ""), .init(chain: trust.tls.chain, privateKey: "x")] {
      let error = #expect(throws: ListenerError.self) { try Listener(.init(tls: tls)) { _ in Response() } }
      #expect(error?.description.hasSuffix("its certificate and key.") == true)
    }
  }

  @Test func `takes a chain with what does not belong to it`() throws {
    for count in [1, 15, 16, 40] {
      let chain = trust.tls.chain + String(repeating: trust.tls.chain, count: count)
      let listener = try Listener(.init(tls: .init(chain: chain, privateKey: trust.tls.privateKey))) { _ in
        Response(body: Array("done".utf8))
      }
      #expect(try trust.send(to: listener).text == "done")
    }
  }

  @Test func `survives a hundred clients at once`() async throws {
    let listener = try echo()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { try trust.send("GET", "/\(number)", to: listener).status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses == [Int](repeating: 200, count: 100))
    #expect(eventually { listener.exchanges == 0 })
  }

  @Test func `stops with connections open, and frees its port`() throws {
    let listener = try echo()
    let silent = RawSocket(to: listener)
    let client = RawSocket(to: listener)
    client.send("\u{16}\u{3}\u{1}")
    #expect(try trust.send(to: listener).status == 200)
    listener.quiesce()
    listener.stop()
    #expect(silent.read(within: 15_000) == "" && silent.end == 0)
    #expect(try trust.send(to: try echo(.init(port: listener.port))).status == 200)
  }
}

@Suite(.enabled(if: Shell.has("openssl"))) struct `The wire of a listener with TLS` {
  private let trust: Trust
  init() throws { trust = try Trust() }

  private func answering(_ wire: Response.Wire, _ configuration: Listener.Configuration = .init()) throws
    -> Listener
  {
    var configuration = configuration
    configuration.tls = trust.tls
    return try Listener(configuration) { _ in
      var response = Response(body: Array("0123456789".utf8))
      response.wire = wire
      return response
    }
  }

  @Test(arguments: [("-tls1_3", "TLSv1.3"), ("-tls1_2", "TLSv1.2")])
  func `is TLS 1.2 or 1.3`(option: String, version: String) throws {
    let said = trust.talk(to: try answering(.whole), get, "\(option) -brief")
    #expect(said.contains("Protocol version: \(version)"))
    #expect(said.contains("0123456789"))
  }

  @Test(arguments: ["-tls1_1", "-tls1"]) func `is nothing older`(option: String) throws {
    let said = trust.talk(to: try answering(.whole), get, "\(option) -brief -cipher ALL:@SECLEVEL=0")
    #expect(said.contains("unexpected eof") && !said.contains("Protocol version") && !said.contains("HTTP"))
  }

  @Test func `is kept for the next request`() throws {
    let said = trust.talk(to: try answering(.whole), "GET / HTTP/1.1\r\n\r\n" + get)
    #expect(said.matches(of: /HTTP\/1.1 200 OK/).count == 2)
    #expect(said.matches(of: /0123456789/).count == 2)
  }

  @Test func `ends orderly, with an answer or without`() throws {
    #expect(!trust.talk(to: try answering(.whole), get).contains("errno"))
    let nothing = trust.talk(to: try answering(.nothing), get)
    #expect(!nothing.contains("HTTP/1.1") && !nothing.contains("errno"))
  }

  @Test func `is reset`() throws {
    let atOnce = trust.talk(to: try answering(.reset(after: 0)), get)
    #expect(!atOnce.contains("HTTP/1.1"))
    #expect(atOnce.contains("errno=\(ECONNRESET)"))
    let later = trust.talk(to: try answering(.reset(after: 4)), get)
    #expect(later.contains("Content-Length: 10\r\n\r\n0123"))
    #expect(!later.contains("01234"))
    #expect(later.contains("errno=\(ECONNRESET)"))
  }

  @Test func `is cut`() throws {
    let said = trust.talk(to: try answering(.truncate(after: 4)), get)
    #expect(said.contains("Content-Length: 10\r\n\r\n0123"))
    #expect(!said.contains("01234"))
    #expect(!said.contains("errno=\(ECONNRESET)"))
    #expect(throws: ClientError.self) { try trust.send(to: try answering(.truncate(after: 4))) }
  }

  @Test func `drips`() throws {
    let listener = try answering(.drip(bytesPerSecond: 40))
    let start = uptimeMilliseconds()
    #expect(try trust.send(to: listener).text == "0123456789")
    #expect(uptimeMilliseconds() - start >= 200)
  }
}

@Suite struct `The patience of a listener with TLS` {
  private let trust: Trust
  init() throws { trust = try Trust() }

  private func hasty() throws -> Listener {
    try Listener(.init(tls: trust.tls, idleTimeout: 1, receiveTimeout: 300)) { _ in
      Response(body: Array("done".utf8))
    }
  }

  @Test func `ends with a peer that says nothing, or no TLS`() throws {
    for text in ["", "\u{16}\u{3}\u{1}", "GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0"] {
      let listener = try hasty()
      let client = RawSocket(to: listener)
      client.send(text)
      _ = client.read(within: 15_000)
      #expect(client.end != ETIMEDOUT, "\(text)")
      #expect(try trust.send(to: listener).text == "done")
    }
  }

  @Test func `ends with a peer that trickles its greeting`() throws {
    let listener = try hasty()
    let client = RawSocket(to: listener)
    let start = uptimeMilliseconds()
    // A record of 512 bytes, a ClientHello of 508.
    for byte in [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 0, count: 501) {
      guard client.send([byte]) else { break }
      usleep(20_000)
    }
    #expect(200...15_000 ~= uptimeMilliseconds() - start)
  }

  @Test(.enabled(if: Shell.has("openssl")), arguments: ["", "GET / HTTP/1.1\r\nX: "])
  func `ends with a peer that says no more after its greeting`(text: String) throws {
    let start = uptimeMilliseconds()
    let said = trust.talk(to: try hasty(), text)
    #expect(!said.contains("done"))
    #expect(uptimeMilliseconds() - start < 15_000)
  }

  @Test(.enabled(if: Shell.has("openssl"))) func `bears an idle connection for a while, not forever`() throws
  {
    let start = uptimeMilliseconds()
    let said = trust.talk(to: try hasty(), "GET / HTTP/1.1\r\n\r\n")
    #expect(said.contains("done"))
    #expect(900...15_000 ~= uptimeMilliseconds() - start)
  }
}
