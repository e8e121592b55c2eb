import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A rate limit` {
  static func refreshToken(_ world: World) throws -> String {
    try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
  }

  static let page = """
    <html>
    <head><title>429 Too Many Requests</title></head>
    <body>
    <center><h1>429 Too Many Requests</h1></center>
    <hr><center>Apple</center>
    </body>
    </html>

    """

  @Test(.holds(.rateLimited)) func `lets a refresh token be verified once a day`() throws {
    let world = try World()
    let token = try Self.refreshToken(world)
    #expect(try world.refresh(token).status == 200)
    world.clock.now += 86_399
    let refused = try world.refresh(token)
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") == "1")
    #expect(refused.header("Content-Type") == "text/html")
    #expect(refused.text == Self.page)
    #expect(
      refused.hint.contains(
        "A refresh token may be verified once a day; the next time is in 1 s (mockapple clock advance 1s). "
          + "The leniency frequent-refresh on com.example.app "))
    world.clock.now += 1
    #expect(try world.refresh(token).status == 200)
  }

  @Test(arguments: [
    (1, 3600, nil, "once an hour; the next time is in 1 h (mockapple clock advance 1h)."),
    (0, 7200, nil, "not even once in 2 h; the next time is in 2 h (mockapple clock advance 2h)."),
    (1, 4000, nil, "once in 4000 s; the next time is in 1 h 7 min (mockapple clock advance 1h7m)."),
    (2, 10, "refresh_token", "2 times in 10 s; the next time is in 10 s (mockapple clock advance 10s)."),
  ])
  func `is told in words`(limit: Int, window: Int, grantType: String?, words: String) {
    let limit = RateLimit(
      endpoint: .token, grantType: grantType, per: .client, limit: limit, window: window,
      answer: .unavailable)
    let what = grantType.map { " with grant_type \($0)" } ?? ""
    #expect(
      limit.refusal(retryAfter: window, client: nil).hint == "Each client may ask token\(what) \(words)")
  }

  @Test func `counts a refresh token only after it was found valid`() throws {
    let world = try World()
    let token = try Self.refreshToken(world)
    #expect(try world.refresh(token, client: "com.example.web").status == 400)
    #expect(try world.refresh(token, [("client_secret", "x")]).status == 400)
    #expect(try world.refresh(token).status == 200)
  }

  @Test func `counts each token by itself`() throws {
    let world = try World()
    let tokens = try [Self.refreshToken(world), Self.refreshToken(world)]
    for token in tokens { #expect(try world.refresh(token).status == 200) }
  }

  @Test func `is lifted by a leniency, and the journal says so`() throws {
    let world = try World()
    let token = try Self.refreshToken(world)
    world.allow(["frequent-refresh"])
    for _ in 1...3 { #expect(try world.refresh(token).status == 200) }
    let leniencies = world.lastRequest["leniencies"]?.array ?? []
    #expect(leniencies.first?.string?.hasPrefix("frequent-refresh: Apple would have refused this: ") == true)
  }

  @Test func `shows who used it, and how often`() throws {
    let world = try World()
    let token = try Self.refreshToken(world)
    _ = try world.refresh(token)
    let limit = world.admin("GET", "rate-limits").json["rate_limits"]?.array?.first
    #expect(limit?["limit"] == 1 && limit?["window_s"] == 86400 && limit?["answer"] == 429)
    #expect(
      limit?["uses"] == [
        [
          "subject": .string(token), "count": 1, "started_at": .int(World.start),
          "ends_at": .int(World.start + 86400),
        ]
      ])
  }

  static let burst: JSON = [
    "rate_limits": [
      ["endpoint": "token", "per": "client", "limit": 2, "window_s": 10, "answer": "invalid_client"]
    ]
  ]

  @Test(arguments: [
    (JSON.int(503), 503, ""), ("503", 503, ""), ("invalid_client", 400, #"{"error":"invalid_client"}"#),
    (429, 429, ""),
  ])
  func `answers as it is told to`(answer: JSON, status: Int, body: String) throws {
    let world = try World()
    let limit: JSON = ["endpoint": "keys", "per": "address", "limit": 1, "window_s": 60, "answer": answer]
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": [limit]]).status == 200)
    #expect(world.get("/auth/keys").status == 200)
    let refused = world.get("/auth/keys")
    #expect(refused.status == status)
    #expect(refused.header("Retry-After") == (status == 400 ? nil : "60"))
    if !body.isEmpty { #expect(refused.text == body) }
    #expect(world.get("/.well-known/openid-configuration").status == 200)
  }

  @Test func `may watch a client, and begins its window at the first use`() throws {
    let world = try World()
    #expect(world.admin("PUT", "rate-limits", Self.burst).status == 200)
    #expect(try world.redeem(world.code()).status == 200)
    world.clock.now += 9
    #expect(try world.redeem(world.code()).status == 200)
    let code = world.code()
    #expect(try world.redeem(code).text == #"{"error":"invalid_client"}"#)
    world.clock.now += 1
    // The refusal burnt nothing.
    #expect(try world.redeem(code).status == 200)
  }

  @Test func `may watch an account`() throws {
    let world = try World()
    let limit: JSON = [
      "endpoint": "token", "grant_type": "authorization_code", "per": "account", "limit": 1, "window_s": 60,
    ]
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": [limit]]).status == 200)
    #expect(try world.redeem(world.code()).status == 200)
    #expect(try world.redeem(world.code()).status == 429)
    #expect(try world.redeem(world.code(account: "john")).status == 200)
  }

  @Test(
    arguments: [
      (["endpoint": "keys", "per": "address", "limit": 1], "rate_limits[0].window_s"),
      (["endpoint": "nowhere", "per": "address", "limit": 1, "window_s": 1], "rate_limits[0].endpoint"),
      (["endpoint": "keys", "per": "moon", "limit": 1, "window_s": 1], "rate_limits[0].per"),
      (["endpoint": "keys", "per": "address", "limit": -1, "window_s": 1], "rate_limits[0].limit"),
      (
        ["endpoint": "keys", "per": "address", "limit": 1, "window_s": 1, "answer": 500],
        "rate_limits[0].answer"
      ),
      (["endpoint": "keys", "per": "address", "limit": 1, "window_s": 1, "x": 1], "rate_limits[0].x"),
      (never("token", "x", "client"), "rate_limits[0].grant_type"),
      (never("keys", "refresh_token", "address"), "rate_limits[0].grant_type"),
      (never("keys", nil, "refresh_token"), "rate_limits[0].per"),
      (never("token", "authorization_code", "refresh_token"), "rate_limits[0].per"),
      (never("token", "client_credentials", "account"), "rate_limits[0].per"),
      (never("keys", nil, "client"), "rate_limits[0].per"),
      (never("revoke", nil, "account"), "rate_limits[0].per"),
    ] as [(JSON, String)])
  func `names the field that is wrong, and changes nothing`(limit: JSON, field: String) throws {
    let world = try World()
    let before = world.admin("GET", "rate-limits").json
    let answer = world.admin("PUT", "rate-limits", ["rate_limits": [limit]])
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    #expect(world.admin("GET", "rate-limits").json == before)
  }

  /// A limit that could never count anything.
  private static func never(_ endpoint: String, _ grantType: String?, _ per: String) -> JSON {
    [
      "endpoint": .string(endpoint), "grant_type": grantType.map { .string($0) } ?? .null,
      "per": .string(per), "limit": 1, "window_s": 1,
    ]
  }

  @Test func `may watch the address and the grant type together`() throws {
    let world = try World()
    let limit: JSON = [
      "endpoint": "token", "grant_type": "authorization_code", "per": "address", "limit": 1, "window_s": 60,
    ]
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": [limit]]).status == 200)
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    #expect(try world.redeem(world.code()).status == 429)
    #expect(try world.refresh(token).status == 200)
  }

  @Test func `may stay in a store that took it before it was looked at so closely`() throws {
    let world = try World()
    let old = world.admin("GET", "snapshot").text
      .split(separator: #"\"endpoint\":\"token\""#).joined(separator: #"\"endpoint\":\"keys\""#)
    #expect(world.admin("PUT", "snapshot", try JSON(parsing: Array(old.utf8))).status == 200)
    let limit = world.admin("GET", "rate-limits").json["rate_limits"]?.array?.first
    #expect(limit?["endpoint"] == "keys" && limit?["per"] == "refresh_token")
  }

  @Test func `comes back with a reset`() throws {
    let world = try World()
    #expect(world.admin("PUT", "rate-limits", ["rate_limits": []]).status == 200)
    #expect(world.admin("GET", "rate-limits").json == ["rate_limits": []])
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.admin("GET", "rate-limits").json["rate_limits"]?.array?.count == 1)
  }
}
