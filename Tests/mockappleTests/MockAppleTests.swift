import JOSE
import JSON
import TestSupport
import Testing

@testable import mockapple

@Suite struct `The front door` {
  @Test(arguments: [
    [], ["nonsense"], ["serve", "--nonsense"], ["serve", "extra"], ["serve", "--port", "x"],
    ["serve", "--port"],
    ["serve", "--port=1", "--port=2"], ["serve", "--admin-host", "0.0.0.0"], ["serve", "--issuer", "apple"],
    ["serve", "--public-url", "mock"], ["serve", "--log", "xml"], ["serve", "--random-seed", "-1"],
    ["serve", "--admin-token", "a", "--admin-token-file", "b"],
    ["serve", "--admin-token-file", "/nonexistent"], ["serve", "--admin-token", ""],
    ["serve", "--admin-token=a b"], ["serve", "--admin-token", "ü"], ["serve", "--admin-token", "a\nb"],
    ["serve", "--store="], ["serve", "--store", ""], ["secret"], ["secret", "--client-id"],
    ["secret", "--client-id", "x", "--expires-in", "1h"],
    ["secret", "--client-id", "x", "--private-key", "AuthKey_A.p8"],
    ["secret", "--client-id", "x", "--private-key", "k.p8", "--team-id", "T"], ["secret", "explain"],
    ["secret", "explain", "a", "b"], ["clock", "advance"], ["clock", "advance", "soon"], ["clock", "set"],
    ["clock", "turn"], ["sign-in"], ["adopt", "--team-id", "T"], ["help", "nonsense"],
    ["requests", "--wait", "61"],
  ])
  func `exits with 64 on wrong usage`(words: [String]) { #expect(MockApple.run(words) == 64) }

  @Test(arguments: [
    ["--version"], ["--help"], ["-h"], ["help"], ["help", "serve"], ["help", "secret", "explain"],
    ["serve", "--help"], ["secret", "explain", "-h"], ["secret", "--client-id", "com.example.app"],
  ])
  func `exits with 0 when it is done`(words: [String]) { #expect(MockApple.run(words) == 0) }

  @Test(arguments: [
    ["secret", "explain", "no.jwt.here"], ["secret", "explain", "x", "--json"],
    ["health", "--admin-url", "http://127.0.0.1:1"], ["clock", "--admin-url", "http://127.0.0.1:1"],
    ["secret", "--client-id", "x", "--team-id", "T", "--private-key", "/nonexistent/AuthKey_A.p8"],
    ["serve", "--port", "0", "--seed", "/nonexistent/seed.json"],
    ["serve", "--port", "0", "--keys", "/nonexistent"],
    ["serve", "--port", "0", "--store", "/nonexistent/store.sqlite"],
  ])
  func `exits with 1 when it failed`(words: [String]) { #expect(MockApple.run(words) == 1) }

  @Test(arguments: [["clock"], ["notifications", "--follow"]])
  func `says how to find a server where none answers`(words: [String]) {
    #expect(
      Outcome(of: words + ["--admin-url", "http://127.0.0.1:1"]).errors
        == "mockapple: No server answers at http://127.0.0.1:1. Start one with: mockapple serve"
        + " (or say where it is: --admin-url, MOCKAPPLE_ADMIN_URL)")
  }

  @Test func `tells its version, and that it does`() {
    for words in [["--version"], ["version"]] {
      #expect(Outcome(of: words).text == "mockapple \(MockApple.version)")
    }
    #expect(Outcome(of: ["version", "now"]).status == 64)
    #expect(Outcome(of: ["help"]).text.contains("--version"))
  }

  @Test func `exits with 1 where a rule of the secret fails, with 0 otherwise`() throws {
    let world = try World(at: 4_000_000_000)
    #expect(MockApple.run(["secret", "explain", try world.secret()]) == 1)
    let expired = try World(at: 1_000_000_000)
    #expect(MockApple.run(["secret", "explain", try expired.secret()]) == 1)
  }

  @Test func `explains what is no JWT by the same rules`() throws {
    let bad = Outcome(of: ["secret", "explain", "x", "--json"])
    let good = Outcome(of: ["secret", "explain", try World().secret(), "--json"])
    #expect(bad.status == 1)
    #expect(bad.errors.hasSuffix("client_secret_malformed."))
    let rules = [bad, good].map { $0.json["rules"]?.array?.compactMap { $0["rule"] } ?? [] }
    #expect(rules[0] == rules[1] && rules[0].contains("client_secret_malformed"))
    #expect(Outcome(of: ["secret", "explain", "x"]).text.contains("not checked: client_secret is no JWT."))
  }

  @Test func `has a usage for each command that begins with its verb`() {
    for command in MockApple.commands {
      #expect(command.usage.hasPrefix("Usage: mockapple \(command.verb)"), "\(command.verb)")
      #expect(!command.summary.isEmpty)
    }
  }

  @Test(arguments: [
    (["secret", "explain", "x"], "secret explain"), (["secret", "--client-id"], "secret"),
    (["serve"], "serve"),
  ])
  func `takes two words before one`(words: [String], verb: String) {
    #expect(MockApple.command(for: words)?.verb == verb)
  }

  @Test func `names no command`() {
    for words in [["Serve"], ["explain"], ["serv"], [""]] { #expect(MockApple.command(for: words) == nil) }
  }
}
