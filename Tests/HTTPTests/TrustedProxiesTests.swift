import Testing

@testable import HTTP

@Suite struct `A trusted proxy` {
  private func told(_ headers: Headers, from peer: String = "10.0.0.2") throws -> Forwarded {
    let proxies = TrustedProxies([try AddressRange("10.0.0.0/8"), try AddressRange("::1")])
    return proxies.told(
      of: Request(method: "GET", target: "/", headers: headers, remoteAddress: peer))
  }

  private static let all: Headers = [
    "X-Forwarded-Proto": "https", "X-Forwarded-Host": "appleid.apple.com", "X-Forwarded-For": "192.0.2.1",
  ]

  @Test(arguments: ["10.0.0.2", "::1", "::ffff:10.255.0.1"]) func `is believed`(peer: String) throws {
    #expect(
      try told(Self.all, from: peer)
        == Forwarded(isSecure: true, host: "appleid.apple.com", address: "192.0.2.1"))
  }

  @Test(arguments: ["127.0.0.1", "11.0.0.1", "::2", ""]) func `is nobody else`(peer: String) throws {
    #expect(try told(Self.all, from: peer) == Forwarded())
  }

  @Test func `is nobody where none is named`() {
    let request = Request(method: "GET", target: "/", headers: Self.all)
    #expect(TrustedProxies().told(of: request) == Forwarded())
  }

  @Test func `need not tell anything`() throws {
    #expect(try told([:]) == Forwarded())
    #expect(try told(["Forwarded": "for=192.0.2.1;proto=https;host=a"]) == Forwarded())
  }

  @Test(arguments: [
    ("https", true), ("http", false), ("HTTPS", true), ("http, https", true), ("https,http", false),
    ("ftp", nil), ("", nil), ("https;", nil),
  ])
  func `tells the scheme`(value: String, isSecure: Bool?) throws {
    #expect(try told(["X-Forwarded-Proto": value]).isSecure == isSecure)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1, 10.1.1.1, 10.0.0.9", "192.0.2.1"),
    // What a client forges stands before what the first proxy has added.
    ("203.0.113.9, 192.0.2.1", "192.0.2.1"), ("127.0.0.1, 192.0.2.1,10.0.0.9", "192.0.2.1"),
    ("10.0.0.7, 10.0.0.9", "10.0.0.7"), ("192.0.2.1:4711", "192.0.2.1"),
    ("[2001:DB8::1]:4711", "2001:db8::1"),
    ("2001:db8::1", "2001:db8::1"), ("unknown, 10.0.0.9", "10.0.0.9"), ("unknown", nil), ("", nil),
    ("192.0.2.1, nonsense", nil), ("::ffff:192.0.2.1", "192.0.2.1"),
  ])
  func `tells the client, as far as trust reaches`(value: String, client: String?) throws {
    #expect(try told(["X-Forwarded-For": value]).address == client)
  }

  @Test func `may tell in several fields`() throws {
    var headers: Headers = ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "a"]
    headers.append("x-forwarded-for", "192.0.2.1")
    headers.append("x-forwarded-host", "b:8443")
    #expect(try told(headers) == Forwarded(host: "b:8443", address: "192.0.2.1"))
  }
}
