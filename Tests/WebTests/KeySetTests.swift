import AppleID
import HTTP
import JOSE
import JSON
import Provider
import TestSupport
import Testing
import Web

@Suite struct `The key set` {
  let world: World
  init() throws { world = try World() }

  private func kids() -> [String] {
    world.get("/auth/keys").json["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
  }
  private func signer() throws -> String? {
    try JWS(compact: world.signIn().json["identity_token"]?.string ?? "").header["kid"]?.string
  }

  @Test(.shows(.keySetMembers)) func `has Apple's members in Apple's order`() {
    let json = world.get("/auth/keys").json
    #expect(json.members?.map(\.name) == ["keys"])
    #expect(json["keys"]?.array?.count == 4)
    for key in json["keys"]?.array ?? [] {
      #expect(key.members?.map(\.name) == ["kty", "kid", "use", "alg", "n", "e"])
      #expect([key["kty"], key["use"], key["alg"], key["e"]] == ["RSA", "sig", "RS256", "AQAB"])
      #expect(key["kid"]?.string?.wholeMatch(of: /[A-Za-z0-9]{10}/) != nil)
      #expect(key["n"]?.string.flatMap(Base64URL.decode)?.count == 256)
    }
  }

  @Test(.shows(.severalKeys)) func `never has the signer first`() throws {
    let signer = try signer()
    #expect(signer.map(kids().contains) == true)
    #expect(kids().first != signer)
    #expect(Set(kids()).count == 4)
  }

  @Test func `keeps its order`() {
    let first = world.get("/auth/keys").body
    for _ in 0..<10 { #expect(world.get("/auth/keys").body == first) }
  }

  @Test func `changes its order where keys_order is shuffled, but for the signer`() throws {
    let signer = try signer()
    let stable = kids()
    world.set("keys_order", "shuffled")
    let orders = (0..<60).map { _ in kids() }
    #expect(Set(orders).count > 6)
    #expect(orders.allSatisfy { $0.sorted() == stable.sorted() && $0.first != signer })
    #expect(orders.contains { $0[1] == signer })
  }

  @Test(.shows(.headLikeGet)) func `has the headers of Apple's JSON, also for HEAD`() {
    for method in ["GET", "HEAD"] {
      let answer = Answer(world.send(method, "/auth/keys"))
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
      #expect(answer.header("Cache-Control") == "no-store")
    }
  }

  @Test(.holds(.methodNotAllowed)) func `is not posted to`() {
    let answer = world.post("/auth/keys", [])
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == "GET, HEAD")
  }
}

@Suite struct `The discovery document` {
  private func document(issuer: String, base: String) -> String {
    #"{"issuer":"\#(issuer)","authorization_endpoint":"\#(base)/auth/authorize","#
      + #""token_endpoint":"\#(base)/auth/token","revocation_endpoint":"\#(base)/auth/revoke","#
      + #""jwks_uri":"\#(base)/auth/keys","response_types_supported":["code"],"#
      + #""response_modes_supported":["query","fragment","form_post"],"subject_types_supported":["pairwise"],"#
      + #""id_token_signing_alg_values_supported":["RS256"],"scopes_supported":["openid","email","name"],"#
      + #""token_endpoint_auth_methods_supported":["client_secret_post"],"#
      + #""claims_supported":["aud","email","email_verified","exp","iat","is_private_email","iss","nonce","#
      + #""nonce_supported","real_user_status","sub","transfer_sub"]}"#
  }
  private let path = "/.well-known/openid-configuration"
  private let apple = "https://appleid.apple.com"

  @Test(.shows(.discoveryDocument)) func `is Apple's, with its endpoints under the address it came to`()
    throws
  {
    let world = try World()
    #expect(world.get(path).text == document(issuer: apple, base: "http://127.0.0.1:8080"))
    for (host, base) in [
      ("appleid.apple.com", apple), ("APPLEID.apple.com", "https://APPLEID.apple.com"),
      ("localhost:9999", "http://localhost:9999"), ("[::1]:8080", "http://[::1]:8080"),
    ] {
      let answer = Answer(world.send("GET", path, headers: ["Host": host]))
      #expect(answer.text == document(issuer: apple, base: base))
    }
  }

  @Test func `is https where the request came by TLS`() throws {
    let request = Request(method: "GET", target: path, headers: ["Host": "mock.test"], isSecure: true)
    let answer = Answer(try World().application.respond(to: request, on: .apple))
    #expect(answer.text == document(issuer: apple, base: "https://mock.test"))
  }

  @Test(arguments: ["", "evil\"><script>", "a b", String(repeating: "a", count: 300), "x/../y"])
  func `trusts no Host that is none`(host: String) throws {
    let world = try World()
    world.application.ownAddress = "http://127.0.0.1:4711"
    let answer = Answer(world.send("GET", path, headers: ["Host": host]))
    #expect(answer.text == document(issuer: apple, base: "http://127.0.0.1:4711"))
  }

  @Test func `obeys the public URL and the issuer`() throws {
    let world = try World(issuer: .itself, options: .init(publicURL: "https://mock.example.com"))
    let base = "https://mock.example.com"
    #expect(world.get(path).text == document(issuer: base, base: base))
    let other = try World(issuer: .fixed("https://id.example.com"))
    #expect(
      other.get(path).text == document(issuer: "https://id.example.com", base: "http://127.0.0.1:8080"))
  }
}
