import Glibc
import Testing

@testable import HTTP

@Suite(.enabled(if: OpenSSL.isInstalled, "the command openssl is not installed"))
struct `The authorities of a dispatcher` {
  @Test func `are those of the file, beside those of the system`() throws {
    let openssl = try OpenSSL()
    for authority in ["system", "own", "foreign"] {
      try openssl.makeAuthority(authority)
      try openssl.makeCertificate("\(authority)-leaf", by: authority)
    }
    let authorities = try Authorities(adding: openssl.path("own.pem"), to: openssl.path("system.pem"))
    let dispatcher = Dispatcher(
      timeoutMilliseconds: 10_000, connectTimeoutMilliseconds: 3000, trusting: authorities, allowed: [])
    defer { dispatcher.stop() }
    for (authority, isTrusted) in [("own", true), ("foreign", false), ("system", true)] {
      let server = try openssl.serve("\(authority)-leaf")
      for host in ["127.0.0.1", "localhost"] {
        let outcome = try send(to: "https://\(host):\(server.port)/", by: dispatcher)
        #expect((outcome.status == 200) == isTrusted, "\(authority): \(outcome)")
        if !isTrusted, case .untrusted = outcome.error {} else { #expect(isTrusted, "\(outcome)") }
      }
    }
  }

  @Test func `are those of the system without a file`() throws {
    let openssl = try OpenSSL()
    try openssl.makeAuthority("own")
    try openssl.makeCertificate("leaf", by: "own")
    let server = try openssl.serve("leaf")
    let url = "https://127.0.0.1:\(server.port)/"
    let refused = try send(to: url, by: Dispatcher())
    #expect(refused.error == .untrusted(url: url))
    #expect(
      refused.error?.description == "The certificate of https://127.0.0.1:\(server.port) is not trusted.")
    #expect(try send(to: url, by: Dispatcher(trustCA: openssl.path("own.pem"))).status == 200)
  }

  @Test func `vouch for a name, not for a host that has another`() throws {
    let openssl = try OpenSSL()
    try openssl.makeAuthority("own")
    try openssl.makeCertificate("leaf", by: "own", names: "DNS:example.com")
    let server = try openssl.serve("leaf")
    let outcome = try send(
      to: "https://127.0.0.1:\(server.port)/", by: Dispatcher(trustCA: openssl.path("own.pem")))
    guard case .otherName = outcome.error else { Issue.record("\(outcome)"); return }
  }

  @Test func `are missed at once when their file cannot be read`() throws {
    let openssl = try OpenSSL()
    try openssl.makeAuthority("own")
    for (file, reason) in [
      ("/nowhere/ca.pem", "No such file or directory"), ("/", "Is a directory"),
      (openssl.path("own.key"), "it has no certificate in PEM, -----BEGIN CERTIFICATE-----"),
    ] {
      let error = #expect(throws: AuthoritiesError.self) { try Dispatcher(trustCA: file) }
      #expect(
        error?.description == "The certificate authorities to trust cannot be read from \(file): \(reason).")
    }
  }

  private func send(to url: String, by dispatcher: Dispatcher) throws -> Outcomes.Outcome {
    let outcomes = Outcomes()
    dispatcher.send(Request(method: "GET", target: url), then: outcomes.taker())
    return try #require(withExtendedLifetime(dispatcher) { outcomes.wait().first })
  }
}
