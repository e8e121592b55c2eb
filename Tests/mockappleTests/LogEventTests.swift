import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import Web
@testable import mockapple

/// A server that writes its log to a file.
private final class Logged: Sendable {
  let server: Server
  private let folder = Folder()
  private let descriptor: Int32

  init(_ words: String...) throws {
    var arguments = Arguments(words + ["--port", "0"], environment: [:])
    descriptor = open(folder.file("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
    let configuration = try Configuration(&arguments, log: LogWriter(descriptor))
    try arguments.finish()
    server = try Server(configuration)
  }

  var url: String { server.firstLine["url"]?.string ?? "" }
  var text: String { String(decoding: folder.bytes(of: "log"), as: UTF8.self) }
  var lines: [JSON] { text.split(separator: "\n").map { (try? JSON(parsing: Array($0.utf8))) ?? .null } }

  /// The newest line of an event.
  func last(_ event: String) -> JSON { lines.last { $0["event"]?.string == event } ?? .null }

  @discardableResult
  func admin(_ method: String, _ path: String, _ body: JSON? = nil) throws -> Answer {
    try send(method, "/admin/" + path, body.map { ($0.bytes(), "application/json") })
  }

  @discardableResult
  func send(_ method: String, _ target: String, _ body: ([UInt8], String)? = nil) throws -> Answer {
    let headers: Headers = body.map { ["Content-Type": $0.1] } ?? [:]
    return Answer(
      try HTTP.Client().send(
        Request(method: method, target: url + target, headers: headers, body: body?.0 ?? [])))
  }

  deinit { close(descriptor) }
}

@Suite struct `The log of a server` {
  @Test func `tells its life, in one line an event`() throws {
    let logged = try Logged("--log", "json", "--tls-port", "0")
    logged.server.tellStart()
    try logged.send("GET", "/auth/keys")
    logged.server.stop()
    #expect(
      logged.lines.map { $0["event"] } == [
        "certificate_authority", "started", "request", "stopping", "stopped",
      ])
    for line in logged.lines {
      #expect(line.members?.prefix(3).map(\.name) == ["at", "event", "level"])
      #expect(
        line["at"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    }
    #expect(logged.last("started")["url"]?.string == logged.url)
    #expect(logged.last("started")["version"]?.string == MockApple.version)
    #expect(logged.last("stopped")["cut_off"] == 0)
  }

  @Test func `numbers requests as the journal and the header do`() throws {
    let logged = try Logged("--log", "json")
    defer { logged.server.stop() }
    let answer = try logged.send(
      "POST", "/auth/token",
      (Array("client_id=com.example.app&grant_type=x".utf8), "application/x-www-form-urlencoded"))
    let line = logged.last("request")
    #expect(line["request"]?.int.map(String.init) == answer.header("X-MockApple-Request"))
    #expect(line["client_id"] == "com.example.app")
    #expect(line["rule"] == "missing_parameter")
    #expect(line["hint"]?.string == answer.hint)
    #expect(line["level"] == "warn")
    #expect(line["status"] == 400)
  }

  @Test func `tells what happens beside the requests`() throws {
    let logged = try Logged("--log", "json")
    defer { logged.server.stop() }
    try logged.admin("POST", "clock/advance", ["seconds": 60])
    #expect(logged.last("clock")["offset_s"] == 60)
    try logged.admin("POST", "keys/rotations", ["plan": "immediate"])
    #expect(["publish", "sign", "stop_signing"].contains(logged.last("keys")["step"]?.string ?? ""))
    #expect(logged.last("keys")["kid"]?.string?.utf8.count == 10)
    try logged.admin("PATCH", "behaviour", ["token_booleans": "string"])
    #expect(logged.last("behaviour")["token_booleans"] == "string")
    try logged.admin("POST", "faults", ["endpoint": "keys", "effect": ["type": "status", "status": 500]])
    #expect(logged.last("fault")["type"] == "status")
    try logged.send("GET", "/auth/keys")
    #expect(logged.last("request")["level"] == "error")
    try logged.admin("POST", "reset")
    #expect(logged.last("reset")["level"] == "info")
  }

  @Test func `tells of a schedule that skips`() throws {
    let logged = try Logged("--log", "json")
    defer { logged.server.stop() }
    try logged.admin("PUT", "keys/schedule", ["plan": "graceful", "every_s": 60, "lead_s": 600])
    try logged.admin("POST", "clock/advance", ["seconds": 130])
    let skip = try #require(logged.lines.last { $0["event"] == "keys" && $0["skipped"]?.string != nil })
    #expect(skip["level"] == "warn")
  }

  @Test func `tells each try to deliver a notification, without what the URL may hide`() throws {
    let logged = try Logged("--log", "json")
    defer { logged.server.stop() }
    // Nobody listens at port 1.
    try logged.admin(
      "POST", "notifications",
      [
        "account": "jane", "client_id": "com.example.app", "type": "email-disabled",
        "url": "http://hook-user:hook-password@127.0.0.1:1/hook-path?token=hook-token#hook-fragment",
      ])
    // The line is written after the attempt has been taken down.
    for _ in 0..<600 where logged.last("delivery")["state"] != "retrying" { usleep(100_000) }
    let line = logged.last("delivery")
    #expect(line["type"] == "email-disabled")
    #expect(line["client_id"] == "com.example.app")
    #expect(line["origin"] == "http://127.0.0.1:1")
    #expect(line["state"] == "retrying")
    #expect(line["attempt"] == 1)
    #expect(line["status"] == .null)
    #expect(line["error"] == "No server answers at http://127.0.0.1:1.")
    #expect(line["next_attempt_at"]?.int != nil)
    #expect(line["level"] == "warn")
    #expect(!logged.text.contains("hook"))
  }

  @Test(arguments: [("info", 5), ("warn", 2), ("error", 1)])
  func `tells as much as the level says`(level: String, count: Int) throws {
    let logged = try Logged("--log", "json", "--log-level", level)
    defer { logged.server.stop() }
    try logged.send("GET", "/auth/keys")
    try logged.admin("POST", "clock/advance", ["seconds": 60])
    try logged.send("GET", "/nowhere")
    try logged.admin("POST", "faults", ["endpoint": "keys", "effect": ["type": "status", "status": 503]])
    try logged.send("GET", "/auth/keys")
    #expect(logged.lines.count == count)
  }

  @Test func `holds no code, token, secret or private key, whatever is sent where`() throws {
    let logged = try Logged("--admin-token", "the-admin-token-of-this-server")
    defer { logged.server.stop() }
    let world = try World()
    let tokens = try world.redeem(world.code()).json
    let key = "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQg1234567890"
    let values =
      ["access_token", "refresh_token", "id_token"].compactMap { tokens[$0]?.string } + [
        world.code(), try world.secret(), key, "-----BEGIN PRIVATE KEY-----" + key,
      ]
    #expect(values.count == 7)
    let names = [
      "client_id", "client_secret", "code", "grant_type", "redirect_uri", "refresh_token", "token",
    ]
    for value in values {
      for name in names {
        let form = names.map { ($0, $0 == name ? "x." + value : "com.example.app") }
        for path in ["/auth/token", "/auth/revoke", "/auth/usermigrationinfo"] {
          try logged.send("POST", path, (Array(Form.encode(form).utf8), "application/x-www-form-urlencoded"))
        }
      }
      try logged.send("GET", "/auth/x." + PercentEncoding.encode(value))
      try logged.send("GET", "/auth/authorize?" + Form.encode([("client_id", value)]))
    }
    for value in values { #expect(!logged.text.contains(value.suffix(value.utf8.count / 2))) }
    for value in values { #expect(!logged.text.contains(value.prefix(28))) }
    #expect(!logged.text.contains("the-admin-token"))
    #expect(logged.text.split(separator: "\n").count == values.count * (names.count * 3 + 2))
  }
}

@Suite struct `A text for the log` {
  @Test(arguments: [
    "com.example.app", "client_id is com.example.app-that-is-a-long-name.of-many-words",
    "001162.76a06a808d78b862cec0da2c17fa2e2c.0626", "76a06a80-8d78-b862-cec0-da2c17fa2e2c",
    "/%61dmin/a/long/path/with%20nothing/that/is/a/secret/in/it",
    "https://backend.example/a/long/path/without/anything/secret/in/it",
  ])
  func `stays as it is without a secret in it`(text: String) { #expect(Secrets.cut(text) == text) }

  @Test(arguments: [
    ("c76a06a808d78b862cec0da2c17fa2e2c.0.abcd.1234567890123456789012", "c76a..."),
    ("code=r76a06a808d78b862cec0da2c17fa2e2c.0.abcd", "code=r76a..."),
    ("x.a76a06a808d78b862cec0da2c17fa2e2c, and more", "x.a76a..., and more"),
    ("a eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJURUFNMDAwMDAxIn0.x is none", "a eyJh... is none"),
    ("-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMGByqGSM49", "----..."),
    ("/%65%79%4A%68%62%47ciOiJFUzI1NiJ9%2EeyJpc3MiOiJURUFNMDAwMDAxIn0%2Ex", "/eyJh..."),
    ("/%63%37%36a06a808d78b862cec0da2c17fa2e2c%2e0%2eabcd", "/c76a..."),
  ])
  func `loses the rest of a secret`(text: String, left: String) { #expect(Secrets.cut(text) == left) }
}
