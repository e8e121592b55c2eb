import AppleID
import HTTP
import JSON
import Provider
import Sample
import Store
import TestSupport
import Testing

/// Texts that Unicode takes for the same (UAX #15), and that no protocol here does: é in two spellings; K and the Kelvin
/// sign, which makes a second spelling of many an ASCII text.
@Suite struct `Texts are compared by their bytes` {
  let world: World
  init() throws { world = try World() }

  static let composed = "\u{E9}"
  static let decomposed = "e\u{301}"
  static let kelvin = "\u{212A}"

  /// The text with the Kelvin sign for its first K.
  private func disguised(_ text: String) throws -> String {
    let index = try #require(text.firstIndex(of: "K"), "there is no K in \(text)")
    return text.replacingCharacters(at: index, with: Self.kelvin)
  }

  @Test func `two spellings of a name are two parameters of a form, and one spelling twice is refused`() {
    let names = [Self.composed, Self.decomposed]
    let answer = world.post("/auth/token", names.map { ($0, "1") })
    #expect(answer.hint.hasPrefix("grant_type is missing"), "\(answer.hint)")
    let twice = world.post("/auth/token", [(Self.composed, "1"), (Self.composed, "2")])
    #expect(twice.hint.contains("was sent more than once"), "\(twice.hint)")
    let entries = world.admin("GET", "requests").json["requests"]?.array ?? []
    #expect(entries.first?["parameters"]?.members?.count == 2)
    #expect(entries.last?["parameters"]?.members?.count == 1)
  }

  @Test func `two spellings of a name are two members of JSON, and each is told`() throws {
    let text = "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}"
    #expect(try JSON(parsing: Array(text.utf8)).members?.count == 2)
    #expect(throws: JSONError.self) {
      try JSON(parsing: Array("{\"\(Self.composed)\":1,\"\(Self.composed)\":2}".utf8))
    }
    let json: JSON = .object([JSON.Member(Self.composed, 1), JSON.Member(Self.decomposed, 2)])
    #expect(json[Self.decomposed] == 2)
    #expect(json.with(Self.decomposed, 3).members?.map(\.value) == [1, 3])
    #expect(JSON.string(Self.composed) != JSON.string(Self.decomposed))
    let problem = world.admin("POST", "teams", json)
    #expect(problem.status == 400)
    #expect(problem.json["errors"]?.array?.count == 2)
  }

  @Test func `two spellings of a name are two parameters of a query`() {
    let answer = world.admin(
      "GET", "requests?\(Self.encoded(Self.composed))=1&\(Self.encoded(Self.decomposed))=2")
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.count == 2)
  }

  @Test(.holds(.clientSecretSubMismatch)) func `a secret that was found good vouches for no other spelling`()
    throws
  {
    let client = "com.example.K"
    #expect(
      world.admin("POST", "clients", ["client_id": .string(client), "team_id": "TEAM000001", "kind": "app"])
        .status == 201)
    var secret = ""
    repeat { secret = try world.secret(client) } while !secret.contains("K")
    func refused(_ clientID: String, _ secret: String) -> Bool {
      let answer = world.post(
        "/auth/token",
        [
          ("grant_type", "refresh_token"), ("client_id", clientID), ("client_secret", secret),
          ("refresh_token", "r"),
        ])
      return answer.json["error"] == "invalid_client"
    }
    #expect(!refused(client, secret))
    let (otherSecret, otherClient) = (try disguised(secret), try disguised(client))
    #expect(refused(client, otherSecret))
    #expect(refused(otherClient, secret))
    #expect(!refused(client, secret))
  }

  @Test(.holds(.clientSecretAudMismatch)) func `the aud of a secret is the issuer's, letter for letter`()
    throws
  {
    let world = try World(issuer: .fixed("https://K.example"))
    let good = try world.redeem(
      world.code(), [("client_secret", try world.secret(claims: [("aud", "https://K.example")]))])
    #expect(good.status == 200)
    let other = try world.redeem(
      world.code(),
      [("client_secret", try world.secret(claims: [("aud", .string("https://\(Self.kelvin).example"))]))])
    #expect(other.json["error"] == "invalid_client")
  }

  @Test func `a fault, a filter and a list mean one spelling alone`() throws {
    let client = "com.example.\(Self.kelvin)"
    let fault: JSON = [
      "endpoint": "token", "match": ["client_id": "com.example.K"],
      "effect": ["type": "status", "status": 503],
    ]
    #expect(world.admin("POST", "faults", fault).status == 201)
    #expect(world.post("/auth/token", [("client_id", client)]).status == 400)
    #expect(world.post("/auth/token", [("client_id", "com.example.K")]).status == 503)
    for id in [client, "com.example.K"] {
      let found = world.admin("GET", "requests?client_id=" + Self.encoded(id)).json["requests"]?.array
      #expect(found?.count == 1)
    }
    #expect(world.admin("POST", "teams", ["team_id": "T", "name": .string(Self.composed)]).status == 201)
    let lists = [Self.composed, Self.decomposed].map { name in
      world.admin("GET", "teams?name=" + Self.encoded(name)).json["teams"]?.array?.count
    }
    #expect(lists == [1, 0])
  }

  @Test func `a snapshot holds what differs only in its bytes`() throws {
    let limit: JSON = ["endpoint": "token", "per": "client", "limit": 5, "window_s": 60]
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": [limit]]).status == 200)
    try world.provider.store.write { tx in
      for subject in [Self.composed, Self.decomposed] {
        let limit = RateLimit(
          endpoint: .token, grantType: nil, per: .client, limit: 5, window: 60, answer: .tooManyRequests)
        _ = try tx.use(limit, subject: subject, at: World.start)
      }
    }
    let snapshot = world.admin("GET", "snapshot").json
    #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
    let uses = world.admin("GET", "rate-limits").json["rate_limits"]?.array?.first?["uses"]?.array
    #expect(uses?.count == 2)
  }

  @Test func `an ETag is that of the key set, letter for letter`() throws {
    _ = world.admin("PATCH", "behaviour", ["keys_etag": "on"])
    var tag = world.get("/auth/keys").header("ETag") ?? ""
    for _ in 0..<200 where !tag.contains("K") {
      #expect(world.admin("POST", "keys/rotations", ["plan": "add"]).status == 201)
      tag = world.get("/auth/keys").header("ETag") ?? ""
    }
    func status(_ tag: String) -> Int {
      world.send("GET", "/auth/keys", headers: ["If-None-Match": tag]).status
    }
    #expect(status(tag) == 304)
    let other = try disguised(tag)
    #expect(status(other) == 200)
  }

  @Test func `a fragment of a Return URL is seen behind a combining mark, and a query too`() throws {
    let uris = ["https://example.com/a#\u{301}", "https://example.com/b?\u{301}=1"]
    #expect(
      world.admin(
        "PATCH", "clients/com.example.web", ["redirect_uris": .array(uris.map { .string($0) })]
      ).status == 200)
    func ask(_ uri: String) -> Answer {
      world.get(
        "/auth/authorize?client_id=com.example.web&response_type=code&mock_account=jane&redirect_uri="
          + Self.encoded(uri))
    }
    #expect(ask(uris[0]).hint.contains("fragment"))
    let location = ask(uris[1]).header("Location") ?? ""
    #expect(location.hasPrefix(uris[1] + "&code="), "\(location)")
  }

  @Test func `no letter beyond ASCII is another case of one within`() {
    let mail = RelayMail(from: "a@\(Self.kelvin).example", envelopeFrom: "a@k.example", to: "x@y.z")
    #expect(!mail.isAuthorized(by: ["k.example"]))
    #expect(
      RelayMail(from: "A@K.example", envelopeFrom: "b@k.EXAMPLE", to: "x@y.z").isAuthorized(by: ["K.example"])
    )
    let answer = world.send("GET", "/admin/teams", headers: ["Host": "\(Self.kelvin).example"])
    #expect(answer.status == 403)
  }

  private static func encoded(_ text: String) -> String { PercentEncoding.encode(text) }
}

extension String {
  fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
    String(self[..<index]) + text + self[self.index(after: index)...]
  }
}
