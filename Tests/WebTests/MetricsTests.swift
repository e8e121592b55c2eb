import AppleID
import HTTP
import JSON
import Provider
import TestSupport
import Testing

@testable import Web

extension Answer {
  /// The value of a sample in the text format, nil where there is none of that name and these labels.
  fileprivate func sample(_ name: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.map {
      String($0.dropFirst(name.utf8.count + 1))
    }
  }
}

@Suite struct `The metrics` {
  private let world: World
  init() throws { world = try World(options: .init(version: "1.2\\3\"4\n")) }

  private var metrics: Answer { world.admin("GET", "metrics") }

  private func requests(_ endpoint: String, _ status: Int, _ rule: String = "") -> String? {
    metrics.sample("mockapple_requests_total{endpoint=\"\(endpoint)\",status=\"\(status)\",rule=\"\(rule)\"}")
  }

  @Test func `are of the text format 0.0.4`() {
    #expect(metrics.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(metrics.text.hasSuffix("\n"))
    #expect(metrics.sample("mockapple_build_info{version=\"1.2\\\\3\\\"4\\n\"}") == "1")
    var family = ""
    var families: Set<Substring> = []
    var samples: Set<Substring> = []
    for line in metrics.text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("# HELP ") {
        family = String(words[2])
        #expect(families.insert(words[2]).inserted, "\(family) comes twice")
        #expect(words[3].last == ".")
      } else if line.hasPrefix("# TYPE ") {
        #expect(words[2] == family)
        #expect(family.hasSuffix("_total") == (words[3] == "counter"))
      } else {
        #expect(line.hasPrefix(family))
        #expect(samples.insert(line.prefix { $0 != " " }).inserted, "\(line) comes twice")
      }
    }
  }

  @Test func `count requests by endpoint, status and rule`() throws {
    #expect(requests("token", 200) == nil)
    let code = world.code()
    _ = try world.redeem(code)
    _ = try world.redeem(code)
    _ = try world.redeem(code)
    _ = world.get("/auth/keys")
    #expect(requests("token", 200) == "1")
    #expect(requests("token", 400, "code_used") == "2")
    #expect(requests("keys", 200) == "1")
    #expect(metrics.sample("mockapple_codes_issued_total") == "1")
    #expect(metrics.sample("mockapple_codes_redeemed_total") == "1")
    #expect(metrics.sample("mockapple_journal_entries") == "4")
  }

  @Test func `hold nothing that a client sends`() {
    let before = metrics.text.split(separator: "\n").count
    for index in 0..<50 {
      _ = world.get("/nowhere\(index)")
      _ = world.post("/auth/token", [("client_id", "client\(index)"), ("grant_type", "grant\(index)")])
      _ = Answer(world.send("BREW\(index)", "/auth/keys"))
    }
    #expect(metrics.text.split(separator: "\n").count == before + 3)
    #expect(requests("unknown", 404, "path_unknown") == "50")
    for sent in ["nowhere", "client1", "grant1", "BREW"] { #expect(!metrics.text.contains(sent)) }
  }

  @Test func `have buckets that grow to the count`() {
    for _ in 0..<3 { _ = world.get("/auth/keys") }
    let name = "mockapple_request_duration_seconds"
    let buckets = metrics.text.split(separator: "\n").filter {
      $0.hasPrefix("\(name)_bucket{endpoint=\"keys\"")
    }
    .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(buckets.count == Metrics.bounds.count + 1)
    #expect(buckets == buckets.sorted())
    #expect(buckets.last == 3)
    #expect(metrics.sample("\(name)_bucket{endpoint=\"keys\",le=\"+Inf\"}") == "3")
    #expect(metrics.sample("\(name)_count{endpoint=\"keys\"}") == "3")
    #expect(Double(metrics.sample("\(name)_sum{endpoint=\"keys\"}") ?? "") != nil)
  }

  @Test func `count faults that struck and leniencies that forgave`() throws {
    _ = world.admin("POST", "faults", ["endpoint": "keys", "effect": ["type": "empty_key_set"], "times": 2])
    for _ in 0..<3 { _ = world.get("/auth/keys") }
    #expect(metrics.sample("mockapple_faults_struck_total{endpoint=\"keys\",type=\"empty_key_set\"}") == "2")
    world.allow(["frequent-refresh"])
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    for _ in 0..<3 { #expect(try world.refresh(token).status == 200) }
    #expect(metrics.sample("mockapple_leniencies_forgave_total{leniency=\"frequent-refresh\"}") == "2")
    #expect(metrics.sample("mockapple_leniencies_forgave_total{leniency=\"long-secret\"}") == "0")
  }

  @Test func `tell keys and deliveries by state, and attempts by outcome`() throws {
    world.register()
    world.receivers.answer("https://backend.example/apple", [503, nil, 302, 200])
    _ = world.admin(
      "POST", "notifications", ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"])
    try world.catchUp()
    #expect(metrics.sample("mockapple_deliveries{state=\"retrying\"}") == "1")
    _ = world.admin("POST", "clock/advance", ["seconds": 86400])
    #expect(metrics.sample("mockapple_deliveries{state=\"delivered\"}") == "1")
    for (outcome, count) in [("5xx", "1"), ("error", "1"), ("3xx", "1"), ("2xx", "1"), ("4xx", "0")] {
      #expect(
        metrics.sample("mockapple_delivery_attempts_total{outcome=\"\(outcome)\"}") == count, "\(outcome)")
    }
    #expect(metrics.sample("mockapple_signing_keys{state=\"published\"}") == "3")
    #expect(metrics.sample("mockapple_signing_keys{state=\"signing\"}") == "1")
    #expect(metrics.sample("mockapple_clock_offset_seconds") == "86400")
  }

  @Test func `are of the process: a reset or a snapshot sets no counter back`() {
    _ = world.get("/auth/keys")
    let snapshot = world.admin("GET", "snapshot").json
    #expect(world.admin("POST", "reset").status == 200)
    #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
    _ = world.get("/auth/keys")
    #expect(requests("keys", 200) == "2")
    #expect(metrics.sample("mockapple_journal_entries") == "1")
  }

  @Test func `want the token, as all but health do`() throws {
    let guarded = try World(options: .init(adminToken: "t0ken"))
    #expect(guarded.admin("GET", "metrics").status == 401)
    #expect(
      Answer(guarded.send("GET", "/admin/metrics", headers: ["Authorization": "Bearer t0ken"])).status == 200)
  }

  @Test func `tell the size of the store`() throws {
    #expect(Int(metrics.sample("mockapple_store_bytes") ?? "") ?? 0 > 100_000)
    #expect(metrics.sample("mockapple_waiting_streams") == "0")
  }
}
