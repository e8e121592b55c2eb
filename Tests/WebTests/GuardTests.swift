import HTTP
import JSON
import TestSupport
import Testing
import Web

@Suite struct `The admin API without a token` {
  let world: World
  init() throws { world = try World(options: .init(adminHosts: ["mock.test"])) }

  private func get(_ headers: Headers, on surface: Surface = .both) -> Answer {
    Answer(world.send("GET", "/admin/teams", headers: headers, on: surface))
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:8080", "10.1.2.3:1", "localhost", "LOCALHOST:8080", "[::1]", "[::1]:8080",
    "mock.test", "Mock.Test:9999",
  ])
  func `answers to addresses, localhost, and the names it was given`(host: String) {
    #expect(get(["Host": host]).status == 200)
  }

  @Test(arguments: [
    "example.com", "localhost.example.com", "127.0.0.1.example.com", "mock.test.example.com", "127.0.0.1x",
    "", "mock", "1e100.net",
  ])
  func `answers to no other name`(host: String) {
    let answer = get(["Host": host])
    #expect(answer.status == 403)
    #expect(answer.header("Content-Type") == "application/problem+json")
  }

  @Test(arguments: [
    "https://evil.example", "null", "http://localhost:8080", "http://127.0.0.1", "http://127.0.0.1:8081", "",
    "HTTP://127.0.0.1:8080.evil.example",
  ])
  func `answers no page of another origin`(origin: String) {
    #expect(get(["Host": "127.0.0.1:8080", "Origin": origin]).status == 403)
    let post = Answer(
      world.send("POST", "/admin/reset", headers: ["Host": "127.0.0.1:8080", "Origin": origin]))
    #expect(post.status == 403)
  }

  @Test func `answers a page of its own`() {
    #expect(get(["Host": "127.0.0.1:8080", "Origin": "http://127.0.0.1:8080"]).status == 200)
  }

  @Test func `refuses two origins of which one is foreign`() {
    var headers: Headers = ["Host": "127.0.0.1:8080", "Origin": "http://127.0.0.1:8080"]
    headers.append("Origin", "https://evil.example")
    #expect(get(headers).status == 403)
  }

  @Test(arguments: [
    "appleid.apple.com", "account.apple.com", "APPLEID.APPLE.COM:443", "appleid.cdn-apple.com",
    "appleid.apple.com.", "Account.Apple.com.:443",
  ])
  func `is Apple's 404 under Apple's names`(host: String) {
    let answer = get(["Host": host])
    #expect(answer.status == 404)
    #expect(answer.text.contains("<hr><center>Apple</center>"))
  }

  @Test func `is Apple's 404 by TLS, and on Apple's port`() {
    let request = Request(
      method: "GET", target: "/admin/teams", headers: ["Host": "127.0.0.1"], isSecure: true)
    #expect(Answer(world.application.respond(to: request, on: .both)).text.contains(">Apple<"))
    #expect(get(["Host": "127.0.0.1"], on: .apple).text.contains(">Apple<"))
    #expect(get(["Host": "127.0.0.1"], on: .admin).status == 200)
    #expect(Answer(world.send("GET", "/auth/keys", on: .admin)).status == 404)
  }
}

@Suite struct `The admin API with a token` {
  let world: World
  init() throws { world = try World(options: .init(adminToken: "s3cret")) }

  private func get(_ path: String, _ authorization: String?, host: String = "127.0.0.1") -> Answer {
    var headers: Headers = ["Host": host]
    headers["Authorization"] = authorization
    return Answer(world.send("GET", "/admin/" + path, headers: headers))
  }

  @Test(arguments: [
    nil, "", "Bearer", "Bearer ", "Bearer s3cre", "Bearer S3CRET", "Bearer s3crett", "Basic s3cret", "s3cret",
  ])
  func `wants its bearer`(authorization: String?) {
    let answer = get("teams", authorization)
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == "Bearer")
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(answer.json["status"] == 401)
    #expect(!answer.text.contains("s3cret"))
  }

  @Test func `checks no Host`() {
    #expect(get("teams", "Bearer s3cret", host: "mock.example.com").status == 200)
    #expect(get("teams", "bearer s3cret").status == 200)
  }

  @Test(arguments: ["appleid.apple.com", "appleid.apple.com.:8080"])
  func `is Apple's 404 under Apple's names`(host: String) {
    #expect(get("teams", "Bearer s3cret", host: host).text.contains("<hr><center>Apple</center>"))
  }

  @Test func `tells its health to anybody`() {
    #expect(get("health", nil, host: "mock.example.com").status == 200)
    #expect(get("health/", nil).status == 401)
    #expect(get("nothing", nil).status == 401)
  }
}

@Suite struct `A body for the admin API` {
  let world: World
  init() throws { world = try World() }

  private func send(_ method: String, _ path: String, _ body: String, type: String?) -> Answer {
    var headers: Headers = [:]
    headers["Content-Type"] = type
    return Answer(world.send(method, "/admin/" + path, headers: headers, body: Array(body.utf8)))
  }

  @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
  func `says that it is JSON`(type: String?) {
    for (method, path) in [("POST", "teams"), ("PUT", "clock"), ("PATCH", "behaviour")] {
      let answer = send(method, path, "{}", type: type)
      #expect(answer.status == 415)
      #expect(answer.json["title"] == "Wrong content type")
    }
    #expect(world.admin("GET", "teams").json["teams"]?.array?.count == 2)
  }

  @Test func `may say its charset`() {
    #expect(send("POST", "teams", "{}", type: "application/json; charset=utf-8").status == 201)
  }

  @Test func `is not needed where nothing has to be said`() {
    #expect(send("POST", "reset", "", type: nil).status == 200)
    #expect(send("POST", "teams", "", type: nil).status == 201)
  }

  @Test(arguments: ["{", "", "nonsense", "{\"a\":1,\"a\":2}", "{\"team_id\":\"x\",}", "{} {}", "\u{feff}{}"])
  func `is JSON`(text: String) {
    let answer = send("PATCH", "behaviour", text, type: "application/json")
    #expect(answer.status == 400, "\(text)")
    #expect(answer.header("Content-Type") == "application/problem+json")
  }

  @Test(arguments: ["[]", "1", "null", "\"x\""]) func `is an object`(text: String) {
    for (method, path) in [("POST", "teams"), ("PUT", "clock"), ("PATCH", "behaviour"), ("POST", "sign-ins")]
    {
      #expect(send(method, path, text, type: "application/json").status == 400)
    }
  }

  @Test func `is at most 1 MiB`() {
    let request = Request(
      method: "POST", target: "/admin/teams",
      headers: ["Host": "127.0.0.1", "Content-Type": "application/json"], isBodyTooLarge: true)
    let answer = Answer(world.application.respond(to: request, on: .both))
    #expect(answer.status == 413)
    #expect(answer.json["detail"] == "The body is larger than 1 MiB (256 MiB for a snapshot).")
  }
}
