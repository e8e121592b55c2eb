import AppleID
import HTTP
import JSON
import Provider
import Synchronization
import TestSupport
import Testing
import Web

@Suite struct `The journal` {
  let world: World
  init() throws { world = try World() }

  private func list(_ query: String = "") -> [JSON] {
    world.admin("GET", "requests" + query).json["requests"]?.array ?? []
  }
  private func ids(_ query: String = "") -> [Int] { list(query).compactMap { $0["id"]?.int } }

  @Test func `has an entry for each exchange of Apple's side, and none of the admin's`() throws {
    #expect(list() == [])
    let code = world.code()
    let answer = try world.redeem(code)
    _ = world.get("/nowhere")
    #expect(ids() == [1, 2])
    let entry = list()[0]
    #expect(
      entry.members?.map(\.name) == [
        "id", "at", "endpoint", "method", "path", "client_id", "account", "grant_type", "parameters",
        "headers", "status", "error", "error_description", "rule", "hint", "leniencies", "faults",
        "duration_us", "response_body",
      ])
    #expect(entry["at"] == .int(World.start))
    #expect(entry["endpoint"] == "token")
    #expect(entry["method"] == "POST")
    #expect(entry["path"] == "/auth/token")
    #expect(entry["client_id"] == "com.example.app")
    #expect(entry["account"] == "jane")
    #expect(entry["grant_type"] == "authorization_code")
    #expect(entry["parameters"]?["code"] == .string(code))
    #expect(entry["headers"]?["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(entry["status"] == 200)
    #expect(entry["response_body"] == .string(answer.text))
    for name in ["error", "error_description", "rule", "hint"] { #expect(entry[name] == .null) }
    #expect(list()[1]["endpoint"] == "unknown")
    #expect(list()[1]["error"] == .null)
    #expect(list()[1]["rule"] == "path_unknown")
  }

  @Test func `keeps of a malformed form what can be read, and the rest as it came`() {
    let headers: Headers = ["Content-Type": "application/x-www-form-urlencoded"]
    let body = "grant_type=%zz&client_id=a%20b&x%F0=%C3&y&&code=%63"
    let answer = Answer(world.send("POST", "/auth/token", headers: headers, body: Array(body.utf8)))
    #expect(answer.status == 400)
    let sent: JSON = ["grant_type": "%zz", "client_id": "a b", "x%F0": "%C3", "y": "", "code": "c"]
    #expect(list()[0]["rule"] == "malformed_form")
    #expect(list()[0]["parameters"] == sent)
  }

  @Test(.holds(.codeUnknown)) func `tells who refused, and why`() throws {
    _ = try world.redeem("garbage")
    let entry = list()[0]
    #expect(entry["error"] == "invalid_grant")
    #expect(entry["error_description"] == "The code has expired or has been revoked.")
    #expect(entry["rule"] == "code_unknown")
  }

  @Test(arguments: [
    ("endpoint=keys", [1, 3]), ("method=POST", [2, 4]), ("path=/auth/keys", [1, 3]), ("status=400", [2, 4]),
    ("error=invalid_grant", [4]), ("rule=missing_parameter", [2]), ("client_id=com.example.app", [4]),
    ("grant_type=authorization_code", [4]), ("account=jane", []), ("endpoint=token&status=200", []),
    ("after=2", [3, 4]), ("after=4", []), ("limit=1", [4]), ("after=1&endpoint=keys", [3]),
    ("endpoint=keys&limit=1", [3]), ("endpoint=", []),
  ])
  func `is filtered and cut`(query: String, found: [Int]) throws {
    _ = world.get("/auth/keys")
    _ = world.post("/auth/token", [])
    _ = world.get("/auth/keys")
    _ = try world.redeem("garbage")
    #expect(ids("?" + query) == found)
  }

  @Test func `forgets, and counts on`() {
    _ = world.get("/auth/keys")
    #expect(world.admin("DELETE", "requests").status == 204)
    #expect(list() == [])
    _ = world.get("/auth/keys")
    #expect(ids() == [2])
    #expect(ids("?after=1") == [2])
  }

  @Test func `keeps the newest ten thousand`() {
    let journal = world.provider.journal
    let entry = Journal.Entry(
      at: 1, endpoint: .keys, method: "GET", path: "/x", parameters: [], headers: [], status: 200,
      responseBody: [], duration: 1, notes: Notes(), refusal: nil, showsDescription: true, hint: nil)
    for _ in 0..<10_003 { _ = journal.append(entry) }
    let all = journal.entries().map(\.id)
    #expect(all == Array(4...10_003))
    #expect(ids("?after=10001") == [10_002, 10_003])
    #expect(ids("?limit=2") == [10_002, 10_003])
    #expect(world.admin("GET", "requests/3").status == 404)
    #expect(world.admin("GET", "requests/4").json["id"] == 4)
  }

  @Test(arguments: [nil, "", "a", "naïve\0\u{1F980}\r\n", String(repeating: "long", count: 200)])
  func `gives back what it was given`(text: String?) throws {
    let notes = Notes()
    (notes.clientID, notes.account, notes.grantType) = (text, text, text)
    let pairs = text.map { [($0, "1"), ("2", $0), ($0, $0)] } ?? []
    let refusal = text.map { Refusal(.codeUsed, hint: $0) }
    let entry = Journal.Entry(
      at: -1, endpoint: .token, method: text ?? "", path: "/é", parameters: pairs, headers: pairs,
      status: 400,
      responseBody: [0, 255, 10], duration: 1 << 40, notes: notes, refusal: refusal,
      faults: text.map { [$0] } ?? [],
      showsDescription: true, hint: text)
    let id = world.provider.journal.append(entry)
    let kept = try #require(world.provider.journal.entry(id))
    var expected = entry
    expected.id = id
    #expect("\(kept)" == "\(expected)")
    #expect("\(kept.details)" == "\(expected.details)")
    #expect(kept.details.headers.count == pairs.count && kept.details.responseBody == [0, 255, 10])
    for other in [Int.min, 0, id + 1, Int.max] { #expect(world.provider.journal.entry(other) == nil) }
  }

  @Test(arguments: ["code", "client_id", "grant_type", "redirect_uri", "unknown"])
  func `keeps sixteen KiB of what was sent`(name: String) throws {
    let long = String(repeating: "x", count: 60_000)
    _ = try world.redeem(world.code(), [(name, long)])
    _ = world.post("/auth/token", [("first", "1"), (name, long), ("last", "2")])
    _ = world.get("/auth/authorize?first=1&\(name)=\(long)&last=2")
    _ = world.post("/auth/token", (0..<1000).map { ("n\($0)", String(long.prefix(55))) })
    for entry in list() {
      #expect(entry.text().utf8.count < 40_000)
      #expect(entry["parameters"]?.members?.isEmpty == false)
    }
    #expect(list()[1]["parameters"]?["first"] == "1")
    #expect(list()[1]["parameters"]?["last"] == nil)
    let kept = list()[1]["parameters"]?[name]?.string ?? ""
    #expect(long.hasPrefix(kept))
    #expect(kept.utf8.count > 16_000)
  }

  @Test(arguments: [0, 1, 60]) func `answers a wait at once where enough is there`(wait: Int) {
    _ = world.get("/auth/keys")
    let began = ContinuousClock.now
    #expect(ids("?wait=\(wait)") == [1])
    #expect(ContinuousClock.now - began < .seconds(58))
  }

  @Test(arguments: [
    ("?wait=60", [1]), ("?wait=60&count=3", [1, 2, 3]), ("?wait=60&endpoint=token", [2]),
    ("?wait=60&after=0&rule=missing_parameter&count=1", [2]),
  ])
  func `answers a wait as soon as the requests come`(query: String, found: [Int]) async {
    async let waited = onThread {
      let began = ContinuousClock.now
      let found = ids(query)
      // Measured here: how soon this test goes on depends on all the others.
      #expect(ContinuousClock.now - began < .seconds(58))
      return found
    }
    // One by one, so that the waiting call meets them whichever of the two is first.
    _ = world.get("/auth/keys")
    guard found != [1] else { return #expect(await waited == found) }
    _ = world.post("/auth/token", [])
    guard found.contains(3) else { return #expect(await waited == found) }
    _ = world.get("/auth/keys")
    #expect(await waited == found)
  }

  @Test(arguments: [("DELETE", "requests"), ("POST", "reset")])
  func `counts in a wait nothing from before it was emptied`(method: String, path: String) async {
    _ = world.get("/auth/keys")
    async let waited = onThread { list("?wait=60&count=2") }
    // Whichever of the two is first: the one from before is gone, and the two from after are enough.
    _ = world.admin(method, path)
    _ = world.get("/auth/token")
    _ = world.get("/auth/token")
    #expect(await waited.map { $0["endpoint"] } == ["token", "token"])
  }

  @Test func `answers a wait with what there is when the time is up`() {
    _ = world.get("/auth/keys")
    #expect(ids("?wait=1&count=2") == [1])
  }

  @Test func `wakes who waits when the program stops`() async {
    async let waited = onThread { ids("?wait=60") }
    world.provider.feed.stop()
    #expect(await waited == [])
  }

  @Test(arguments: [
    "grant_type", "client_id", "client_secret", "code", "refresh_token", "redirect_uri", "scope",
    "code_verifier",
    "token", "token_type_hint", "response_type", "response_mode", "code_challenge", "nonce", "state",
    "unknown",
  ])
  func `gives no secret to the log, wherever it was sent`(name: String) throws {
    let lines = Mutex<[LogLine]>([])
    let world = try World(options: .init(log: { line in lines.withLock { $0.append(line) } }))
    let tokens = try world.redeem(world.code()).json
    let secret = try world.secret()
    let values =
      [world.code(), secret]
      + ["access_token", "refresh_token", "id_token"].compactMap { tokens[$0]?.string }
    for value in values {
      for grant in ["authorization_code", "refresh_token", "client_credentials"] {
        let form = [("grant_type", grant), ("client_id", "com.example.app"), ("client_secret", secret)]
        let changed = form.filter { $0.0 != name } + [(name, value)]
        _ = world.post("/auth/token", changed)
        _ = world.post("/auth/revoke", changed)
        _ = world.post("/auth/token", [(value, name)])
        _ = world.post("/auth/token", changed, headers: ["Content-Type": value])
      }
      _ = world.get("/auth/authorize?client_id=com.example.web&\(name)=\(value)")
      _ = world.get("/auth/\(value)")
    }
    let text = lines.withLock { "\($0)" }
    #expect(text.contains("com.example.app"))
    for value in values { #expect(!text.contains(value.prefix(30))) }
  }
}
