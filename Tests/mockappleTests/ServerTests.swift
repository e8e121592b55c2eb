import HTTP
import JSON
import SQL
import Sample
import TestSupport
import Testing

@testable import mockapple

@Suite struct `A running server` {
  private let running: Running
  private let folder = Folder()
  private var server: Server { running.server }
  private var url: String { running.url }

  init() throws { running = try Running() }

  private func get(_ url: String, _ headers: Headers = [:]) throws -> Answer {
    try Running.get(url, headers)
  }

  private func run(_ words: String...) -> Int32 { running.run(words).status }

  private func journal() throws -> [JSON] {
    try get(url + "/admin/requests").json["requests"]?.array ?? []
  }

  @Test func `says where it is, in one object`() throws {
    let line = server.firstLine
    #expect(line.members?.map(\.name) == ["url", "admin_url", "tls_url", "admin_token", "pid", "version"])
    #expect(url.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil)
    #expect(line["admin_url"]?.string == url)
    #expect(line["admin_token"] == .null)
    #expect(line["version"]?.string == MockApple.version)
    #expect(!line.text().contains("\n"))
  }

  @Test func `invites to its sample world alone`() throws {
    #expect(
      server.invitation == "The sample world answers at \(url). In another shell: "
        + "mockapple sign-in --account jane --client-id com.example.app --admin-url \(url)")
    #expect(
      try Running("--admin-token", "secret").server.invitation?.hasSuffix(" --admin-token TOKEN") == true)
    #expect(try Running("--seed", "none").server.invitation == nil)
    #expect(try Running("--log", "json").server.invitation == nil)
    let store = folder.file("store.sqlite")
    #expect(try Running("--store", store).run(["account", "remove", "jane"]).status == 0)
    #expect(try Running("--store", store).server.invitation == nil)
  }

  @Test func `answers as Apple, and numbers its answers`() throws {
    let answer = try get(url + "/auth/keys")
    #expect(answer.status == 200)
    #expect(answer.json["keys"]?.array?.count == 4)
    #expect(answer.header("X-MockApple-Request") == "1")
    #expect(
      try get(url + "/.well-known/openid-configuration").json["token_endpoint"]?.string == url + "/auth/token"
    )
  }

  @Test func `obeys the commands`() throws {
    #expect(run("health") == 0)
    #expect(run("sign-in", "--account", "jane", "--client-id", "com.example.app", "--code-only") == 0)
    #expect(run("sign-in", "--account", "nobody", "--client-id", "com.example.app") == 1)
    #expect(run("clock", "freeze") == 0)
    #expect(run("clock", "set", "2027-01-01T00:00:00Z") == 0)
    #expect(run("clock", "advance", "1d") == 0)
    #expect(try get(url + "/admin/clock").json["now"] == 1_798_848_000)
    #expect(run("clock", "reset") == 0)
    #expect(run("requests", "--json") == 0)
    #expect(run("reset") == 0)
    #expect(try get(url + "/admin/clock").json["offset_s"] == 0)
  }

  @Test func `adopts a team, and once more is no conflict`() throws {
    let key = folder.write(Sample.clientKeyPEM, to: "AuthKey_KEY0000009.p8")
    for _ in 1...2 {
      #expect(
        run(
          "adopt", "--team-id", "ABCDE12345", "--private-key", key, "--client-id", "org.example.web",
          "--redirect-uri", "http://localhost:8000/cb") == 0)
    }
    let client = try get(url + "/admin/clients/org.example.web").json
    #expect(client["kind"] == "service")
    #expect(client["redirect_uris"] == ["http://localhost:8000/cb"])
    #expect(client["leniencies"] == ["http-redirect", "localhost-redirect"])
    let team = try get(url + "/admin/teams/ABCDE12345")
    #expect(team.json["keys"]?.array?.first?["key_id"] == "KEY0000009")
    #expect(!team.text.contains("PRIVATE"))
  }

  @Test func `adopts no client that is registered otherwise, and says so`() throws {
    let key = folder.write(Sample.clientKeyPEM, to: "AuthKey_KEY0000009.p8")
    func adopt(_ team: String, _ words: String...) -> Int32 {
      let all = ["adopt", "--team-id", team, "--private-key", key] + words + ["--admin-url", url]
      return MockApple.run(all)
    }
    #expect(adopt("ABCDE12345", "--client-id", "com.example.app") == 1)
    #expect(try get(url + "/admin/clients/com.example.app").json["team_id"] == "TEAM000001")
    let site = ["--client-id", "org.example.web", "--redirect-uri"]
    #expect(adopt("ABCDE12345", site[0], site[1], site[2], "https://a.example/cb") == 0)
    #expect(adopt("ABCDE12345", site[0], site[1], site[2], "https://b.example/cb") == 1)
    #expect(adopt("AB CD", "--client-id", "org.example.app") == 1)
  }

  @Test func `waits for its journal over the wire, and wakes when it is stopped`() async throws {
    async let waited = Task.detached { [url] in
      try Answer(
        HTTP.Client(timeoutMilliseconds: 60_000).send(
          Request(method: "GET", target: url + "/admin/requests?wait=50&endpoint=keys")))
    }.value
    _ = try get(url + "/auth/keys")
    #expect(try await waited.json["requests"]?.array?.count == 1)
  }

  @Test func `has the admin API on a port of its own`() throws {
    let other = try Running("--admin-port", "0")
    let (apple, admin) = (other.url, other.server.firstLine["admin_url"]?.string ?? "")
    #expect(apple != admin)
    #expect(try get(admin + "/admin/teams").status == 200)
    #expect(try get(admin + "/auth/keys").status == 404)
    #expect(try get(apple + "/auth/keys").status == 200)
    let hidden = try get(apple + "/admin/teams")
    #expect(hidden.status == 404)
    #expect(hidden.text.contains("<hr><center>Apple</center>"))
  }

  @Test func `beyond loopback makes a token, unless it is turned off`() throws {
    let other = try Running("--host", "0.0.0.0", "--keys", "sample")
    let token = other.server.firstLine["admin_token"]?.string ?? ""
    #expect(token.wholeMatch(of: /[A-Za-z0-9]{32}/) != nil)
    #expect(other.server.remarks.contains { $0.contains("the sample signing keys are public") })
    let address = "http://127.0.0.1:" + (other.url.split(separator: ":").last ?? "")
    #expect(try get(address + "/admin/teams").status == 401)
    #expect(try get(address + "/admin/teams", ["Authorization": "Bearer " + token]).status == 200)
    let open = try Running(
      "--host", "0.0.0.0", "--keys", "sample", "--admin-token", "none")
    #expect(open.server.firstLine["admin_token"] == .null)
    #expect(open.server.remarks.contains { $0.hasPrefix("WARNING: the admin API listens beyond loopback") })
  }

  @Test(arguments: [
    (#"{"teams":[{"team_id":"T"},{"team_id":"T"}]}"#, "teams[1]: Team T exists already."),
    (#"{"accounts":[{"id":"a"},{"id":"b"},{"id":"a"}]}"#, "accounts[2]: Account a exists already."),
    (
      #"{"clients":[{"client_id":"a","team_id":"T","kind":"app"}]}"#,
      "clients[0].team_id is T; there is no such team."
    ),
    (
      #"{"teams":[{"team_id":"T"}],"clients":[{"client_id":"a","team_id":"T","kind":"app","primary":"b"},"#
        + #"{"client_id":"b","team_id":"T","kind":"app","primary":"a"}]}"#,
      "clients[0].primary is b; there is no other client of that id."
    ), (#"{"accounts":[{"id":1}]}"#, "accounts[0].id must be a string, not a number."),
    ("{", "line 1, column 2: unexpected end."),
  ])
  func `names the file and the place of a mistake in the seed`(seed: String, mistake: String) {
    let file = folder.write(seed, to: "seed.json")
    let failure = #expect(throws: Failure.self) { try Running("--seed", file) }
    #expect(failure?.description == "--seed \(file): \(mistake)")
  }

  @Test func `names the key that is one too many, and what helps before a server runs`() throws {
    let sample = try JSON(parsing: Array(Sample.seed.utf8), comments: true)
    let key = sample["teams"]?.array?[0]["keys"]?.array?[0]["public_key"]?.text() ?? ""
    let keys = (0..<3).map { #"{"key_id":"K\#($0)","public_key":\#(key)}"# }.joined(separator: ",")
    let file = folder.write(#"{"teams":[{"team_id":"T","keys":[\#(keys)]}]}"#, to: "seed.json")
    let failure = #expect(throws: Failure.self) { try Running("--seed", file) }
    #expect(
      failure?.description == "--seed \(file): teams[0].keys[2]: Team T has two live keys already (K0, K1), "
        + "which is Apple's limit. Take one of them out, or say by apps which primary apps each is for.")
  }

  @Test func `says what is wrong with the path of a store, and what to do`() {
    let text = folder.write("no database, but a text that is longer than nothing\n", to: "notes.txt")
    let directory = folder.file("")
    for (path, said) in [
      (text, "It is no SQLite database, and was left untouched. Move it away, or name another file"),
      (directory, "It is a folder. Name a file in it, such as "),
      (folder.file("missing/store.sqlite"), "There is no folder \(folder.file("missing/")). Make it first."),
    ] {
      let failure = #expect(throws: Failure.self) { try Running("--store", path) }
      #expect(
        failure?.description.hasPrefix("--store \(path): \(said)") == true, "\(String(describing: failure))")
    }
  }

  @Test(arguments: ["UPDATE setting SET value = 'x' WHERE name = 'clock'", "DROP TABLE setting"])
  func `names the file of a store that does not hold together`(damage: SQL) throws {
    let file = folder.file("store.sqlite")
    _ = try World(path: file)
    try Connection(path: file).run(damage)
    let failure = #expect(throws: Failure.self) { try Running("--store", file) }
    #expect(failure?.description.hasPrefix("--store \(file): ") == true)
  }

  @Test func `takes its token from a file`() throws {
    let file = folder.write("  s3cret\n", to: "token")
    let other = try Running("--admin-token-file", file)
    let url = other.url
    #expect(try get(url + "/admin/teams").status == 401)
    #expect(MockApple.run(["clock", "--admin-url", url, "--admin-token", "s3cret"]) == 0)
    #expect(MockApple.run(["clock", "--admin-url", url, "--admin-token", "other"]) == 1)
    #expect(MockApple.run(["health", "--admin-url", url]) == 0)
  }
}
