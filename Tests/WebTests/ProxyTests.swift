import HTTP
import JSON
import TestSupport
import Testing
import Web

@Suite struct `Behind a proxy` {
  private func world(_ token: String? = nil, publicURL: String? = nil) throws -> World {
    try World(
      options: .init(
        publicURL: publicURL, adminToken: token,
        trustedProxies: TrustedProxies([try AddressRange("127.0.0.1"), try AddressRange("10.0.0.0/8")])))
  }

  private func send(
    _ world: World, _ path: String, _ headers: Headers, from peer: String = "127.0.0.1",
    on surface: Surface = .both
  ) -> Answer {
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = "127.0.0.1:8080" }
    return Answer(
      world.application.respond(
        to: Request(method: "GET", target: path, headers: headers, remoteAddress: peer), on: surface))
  }

  private func base(_ world: World, _ headers: Headers, from peer: String = "127.0.0.1") -> String? {
    let url = send(world, "/.well-known/openid-configuration", headers, from: peer).json["jwks_uri"]?.string
    return url.map { String($0.dropLast("/auth/keys".utf8.count)) }
  }

  private static let apple: Headers = ["X-Forwarded-Host": "appleid.apple.com"]

  @Test func `endpoints are named as the proxy was called`() throws {
    let world = try world()
    for (headers, expected) in [
      ([:], "http://127.0.0.1:8080"),
      (["X-Forwarded-Proto": "https"], "https://127.0.0.1:8080"),
      (["X-Forwarded-Proto": "https", "Host": "mock.test"], "https://mock.test"),
      (["X-Forwarded-Proto": "https", "X-Forwarded-Host": "mock.test:8443"], "https://mock.test:8443"),
      (["X-Forwarded-Host": "mock.test"], "http://mock.test"),
      (Self.apple, "https://appleid.apple.com"),
      (["X-Forwarded-Host": "evil\"><script>"], "http://127.0.0.1:8080"),
      (["X-Forwarded-Host": "", "X-Forwarded-Proto": "gopher"], "http://127.0.0.1:8080"),
    ] as [(Headers, String)] {
      #expect(base(world, headers) == expected)
    }
  }

  @Test func `nobody else is believed`() throws {
    let headers: Headers = ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "mock.test"]
    #expect(try base(world(), headers, from: "192.0.2.7") == "http://127.0.0.1:8080")
    #expect(try base(World(), headers) == "http://127.0.0.1:8080")
  }

  @Test func `the public URL comes first`() throws {
    let world = try world(publicURL: "https://mock.example.com")
    #expect(base(world, Self.apple) == "https://mock.example.com")
  }

  @Test func `each client has limits of its own`() throws {
    let world = try world()
    let limit: JSON = ["endpoint": "keys", "per": "address", "limit": 1, "window_s": 60]
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": [limit]]).status == 200)
    func status(_ client: String, from peer: String = "10.0.0.2") -> Int {
      send(world, "/auth/keys", ["X-Forwarded-For": client], from: peer).status
    }
    #expect(status("192.0.2.1") == 200)
    #expect(status("192.0.2.1") == 429)
    #expect(status("203.0.113.9, 192.0.2.1") == 429)
    #expect(status("192.0.2.2") == 200)
    #expect(status("192.0.2.3", from: "192.0.2.9") == 200)
    #expect(status("192.0.2.4", from: "192.0.2.9") == 429)
    let uses = world.admin("GET", "rate-limits").json["rate_limits"]?.array?.first?["uses"]?.array
    #expect(
      Set(uses?.compactMap { $0["subject"]?.string } ?? []) == ["192.0.2.1", "192.0.2.2", "192.0.2.9"])
  }

  @Test(
    arguments: ["Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-FORWARDED-PROTO"],
    ["127.0.0.1", "192.0.2.7"])
  func `admin without a token is for nobody`(field: String, peer: String) throws {
    for value in ["localhost", "127.0.0.1", "for=127.0.0.1", ""] {
      let answer = send(try world(), "/admin/teams", [field: value], from: peer)
      #expect(answer.status == 403)
      #expect(answer.json["detail"]?.string?.contains("set an --admin-token") == true)
    }
  }

  @Test func `admin looks at the Host alone, whatever the proxy tells`() throws {
    let foreign: Headers = ["Host": "mock.test", "X-Forwarded-Host": "127.0.0.1"]
    #expect(send(try world(), "/admin/teams", foreign).status == 403)
    #expect(send(try world(), "/admin/teams", ["Host": "mock.test"]).status == 403)
    #expect(send(try world(), "/admin/teams", [:]).status == 200)
  }

  @Test func `admin with a token is for its bearer`() throws {
    let world = try world("s3cret")
    var headers: Headers = ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"]
    #expect(send(world, "/admin/teams", headers).status == 401)
    headers["Authorization"] = "Bearer s3cret"
    #expect(send(world, "/admin/teams", headers).status == 200)
  }

  @Test func `Apple's names never lead to admin`() throws {
    let world = try world("s3cret")
    for surface in [Surface.both, .admin] {
      for headers in [Self.apple, ["Host": "appleid.apple.com", "X-Forwarded-Host": "localhost"]] {
        var headers = headers
        headers["Authorization"] = "Bearer s3cret"
        let answer = send(world, "/admin/teams", headers, on: surface)
        #expect(answer.status == 404)
        #expect(answer.text.contains("<hr><center>Apple</center>"))
      }
    }
  }
}
