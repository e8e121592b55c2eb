import HTTP
import JSON
import Sample
import TestSupport
import Testing

@testable import mockapple

/// A server on free ports that stops with its test.
private final class Running: Sendable {
  let server: Server
  var url: String { server.firstLine["url"]?.string ?? "" }

  init(_ words: String...) throws {
    var arguments = Arguments(words + ["--port", "0", "--log-level", "error"], environment: [:])
    let configuration = try Configuration(&arguments)
    try arguments.finish()
    server = try Server(configuration)
  }

  deinit { server.stop() }
}

@Suite struct `A running server` {
  private let running: Running
  private let folder = Folder()
  private var server: Server { running.server }
  private var url: String { running.url }

  init() throws { running = try Running() }

  private func get(_ url: String, _ headers: Headers = [:]) throws -> Answer {
    Answer(try HTTP.Client().send(Request(method: "GET", target: url, headers: headers)))
  }

  private func run(_ words: String...) -> Int32 { MockApple.run(words + ["--admin-url", url]) }

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
