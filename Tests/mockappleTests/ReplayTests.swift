import Glibc
import HTTP
import JOSE
import JSON
import Sample
import TestSupport
import Testing

@testable import mockapple

/// What `--random-seed` promises, held to `Tests/golden/replay.txt`; `make golden` writes that anew where a change of
/// the values is meant.
@Suite struct `A run with --random-seed` {
  static let clients = 8
  static let path = Holdings.root() + "/Tests/golden/replay.txt"

  @Test func `gives the values that it always gave`() throws {
    let run = try SeededRun(seed: 7)
    let text = try (0..<Self.clients).map { try run.walk(of: $0) }.joined(separator: "\n")
    if getenv("MOCKAPPLE_WRITE_GOLDEN") != nil, let file = fopen(Self.path, "w") {
      fputs(text, file)
      fclose(file)
    }
    let golden = Holdings.text(Self.path)
    #expect(text == golden, "make golden writes Tests/golden/replay.txt anew")
  }

  @Test func `gives each client the same values, whatever the others do meanwhile`() async throws {
    let run = try SeededRun(seed: 7)
    let walks = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in (0..<Self.clients).reversed() {
        group.addTask {
          try await withUnsafeThrowingContinuation { done in
            onThread { done.resume(with: Result { (number, try run.walk(of: number)) }) }
          }
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    let text = (0..<Self.clients).map { walks[$0] ?? "" }.joined(separator: "\n")
    #expect(text == Holdings.text(Self.path))
  }

  @Test func `gives the same values again after a reset`() throws {
    let run = try SeededRun(seed: 7)
    let first = try run.walk(of: 0)
    _ = try run.admin("POST", "reset")
    try run.stopClock()
    #expect(try run.walk(of: 0) == first)
  }

  @Test func `gives other values with another seed`() throws {
    #expect(try SeededRun(seed: 7).walk(of: 0) != SeededRun(seed: 8).walk(of: 0))
  }
}

/// Runs on a thread of its own: calls that block would fill the threads of the tests.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { argument in
      argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(Body(body)).toOpaque())
  pthread_detach(thread)
}

/// A server with a seed whose clock stands still, and what a client of it does.
private final class SeededRun: Sendable {
  private let server: Server
  private let url: String

  init(seed: Int) throws {
    var arguments = Arguments(
      ["--port", "0", "--log-level", "error", "--random-seed", String(seed)], environment: [:])
    server = try Server(Configuration(&arguments))
    url = server.firstLine["url"]?.string ?? ""
    try stopClock()
  }

  deinit { server.stop() }

  func stopClock() throws {
    _ = try admin("PUT", "clock", ["now": .int(World.start), "frozen": true, "stamps": "clock"])
  }

  func admin(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
    let headers: Headers = body == nil ? [:] : ["Content-Type": "application/json"]
    let request = Request(
      method: method, target: url + "/admin/" + path, headers: headers, body: body?.bytes() ?? [])
    return try Answer(HTTP.Client(timeoutMilliseconds: 60_000).send(request)).json
  }

  private func token(_ form: [(String, String)]) throws -> JSON {
    let request = Request(
      method: "POST", target: url + "/auth/token",
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(Form.encode(form).utf8))
    return try Answer(HTTP.Client(timeoutMilliseconds: 60_000).send(request)).json
  }

  /// All that one client sees: a developer with a team, a key, an app and a website, and two people who sign in there.
  func walk(of number: Int) throws -> String {
    var lines = ["client \(number)"]
    func note(_ name: String, _ json: JSON?) { lines.append("  \(name) \(Self.text(json ?? .null))") }

    let team = try admin("POST", "teams", ["name": .string("Team \(number)")])["team_id"] ?? .null
    note("team_id", team)
    let key = try admin("POST", "teams/\(team.string ?? "")/keys", [:])
    note("key_id", key["key_id"])
    let app = "org.example.app\(number)"
    _ = try admin("POST", "clients", ["client_id": .string(app), "team_id": team, "kind": "app"])
    let web = "org.example.web\(number)"
    _ = try admin(
      "POST", "clients",
      [
        "client_id": .string(web), "team_id": team, "kind": "service", "primary": .string(app),
        "redirect_uris": ["https://example.org/callback"],
      ])
    let person = try admin("POST", "accounts", ["email": .string("p\(number)@example.org")])["id"] ?? .null
    note("account", person)
    for client in [app, web] {
      let secret = try admin("POST", "client-secrets", ["client_id": .string(client)])["client_secret"]
      let form = [("client_id", client), ("client_secret", secret?.string ?? "")]
      let newcomer: JSON = ["email": .string("q\(number)@\(client)"), "hide_email": true]
      for who in [JSON.Member("account", person), JSON.Member("new_account", newcomer)] {
        let credential = try admin(
          "POST", "sign-ins", .object([who, JSON.Member("client_id", .string(client))]))
        let answer = credential["parameters"] ?? credential
        let code = answer["code"] ?? answer["authorization_code"]
        note("sign-in", credential["user"])
        note("  email", credential["email"])
        note("  code", code)
        note("  identity_token", answer["identity_token"])
        let granted = try token(
          form + [("grant_type", "authorization_code"), ("code", code?.string ?? "")]
            + (client == web ? [("redirect_uri", "https://example.org/callback")] : []))
        for name in ["access_token", "refresh_token", "id_token"] { note("  " + name, granted[name]) }
        let refreshed = try token(
          form + [
            ("grant_type", "refresh_token"), ("refresh_token", granted["refresh_token"]?.string ?? ""),
          ])
        for name in ["access_token", "id_token"] { note("  refreshed " + name, refreshed[name]) }
      }
      let own = try token(form + [("grant_type", "client_credentials"), ("scope", "user.migration")])
      note("access_token", own["access_token"])
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A value as the golden file shows it: a JWT as header, claims and the beginning of its signature.
  private static func text(_ json: JSON) -> String {
    guard let text = json.string, let jws = try? JWS(compact: text), let claims = try? jws.claims() else {
      return json.text()
    }
    return "\(jws.header.text()) \(claims.text()) \(Base64URL.encode(jws.signature).prefix(12))"
  }
}
