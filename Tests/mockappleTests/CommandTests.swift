import HTTP
import JSON
import TestSupport
import Testing
import Web

@testable import mockapple

@Suite struct `The commands` {
  private let running: Running
  private let folder = Folder()

  /// The server's clock stands, so that a second that ends meanwhile changes no word.
  init() throws {
    running = try Running()
    _ = running.run(["clock", "freeze"])
  }

  private func run(_ words: String...) -> Outcome { running.run(words) }

  private func get(_ path: String) throws -> JSON { try Running.get(running.url + "/admin/" + path).json }

  @Test(arguments: [
    "requests", "clock", "keys", "behaviour", "transfer", "team", "team list", "team show TEAM000001",
    "client",
    "client list --kind app", "client show com.example.app", "account", "account show jane",
  ])
  func `show what the API answers, in words or as JSON`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let told = running.run(words)
    #expect(told.status == 0)
    #expect(!told.text.isEmpty && told.json == .null)
    #expect(!told.text.contains("\u{1b}"))
    #expect(running.run(words + ["--json"]).json.members?.isEmpty == false)
  }

  @Test(arguments: [
    ("team show NOPE", "mockapple: There is no team NOPE."),
    ("client show ../teams", "mockapple: There is no client ../teams."),
    ("account add jane", "mockapple: Account jane exists already."),
    ("behaviour set pkce maybe", #"mockapple: pkce takes one of enforced, ignored, or "default"."#),
  ])
  func `fail in the server's words`(line: String, message: String) {
    let outcome = running.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 1)
    #expect(outcome.errors == message)
    #expect(outcome.text.isEmpty)
  }

  @Test(arguments: [
    ("team lst", "lst is none of list, add, show, remove, add-key, revoke-key. Did you mean list?", "[list]"),
    ("team add-key", "the team-id is missing.", "add-key T"),
    (
      "team add-key T --public-key a --private-key b", "--public-key and --private-key exclude each other.",
      "add-key T"
    ),
    ("team show T --nam x", "--nam is no option here.", "show T"),
    ("client add c", "--team-id is missing.", "add C"),
    ("client show --client-id=", "the client-id is empty.", "show C"),
    (
      "client add c --team-id T --lenience x", "--lenience is no option here. Did you mean --leniency?",
      "add C"
    ),
    ("account add --email-verified maybe", "--email-verified is maybe; it is one of true, false.", "add [A]"),
    ("behaviour set pkc ignored", "there is no switch pkc. Did you mean pkce?", "set NAME"),
    ("behaviour set pkce", "set wants the name of a switch and a value.", "set NAME"),
    (
      "behaviour era 1999", "era wants one of 2019-09, 2020-08, 2023-12, 2024-02, 2024-10, 2026-08, none.",
      "era ERA"
    ),
    (
      "sign-in --account a --client-id c --code-only --json", "--code-only and --json exclude each other.",
      "--account A"
    ),
    ("snapshot", "save or load is missing.", "save FILE"),
    ("snapshot load", "load wants a file.", "load FILE"),
    ("forwarding of", "of is none of on, off. Did you mean on?", "on|off"),
    ("completion fish", "fish is none of bash, zsh. Did you mean bash?", "bash|zsh"),
  ])
  func `say the one usage line that helps`(line: String, message: String, call: String) {
    let words = line.split(separator: " ").map(String.init)
    let outcome = Outcome(of: words)
    #expect(outcome.status == 64)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first ?? "" == "mockapple \(words[0]): \(message)")
    #expect(lines.last?.hasPrefix("Usage: mockapple \(words[0]) \(call)") == true)
  }

  @Test func `name the verb that was meant`() {
    let outcome = Outcome(of: ["sing-in"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("there is no command sing-in. Did you mean sign-in?"))
  }

  @Test func `keep teams and their keys`() throws {
    #expect(run("team", "add", "ZZZ", "--name", "Zed").text == "Added team ZZZ.")
    let made = run("team", "add-key", "ZZZ", "--key-id", "KEY1", "--app", "com.example.app")
    #expect(made.status == 1, "the app is of another team")
    let key = run("team", "add-key", "ZZZ", "--key-id", "KEY1")
    #expect(key.text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(key.errors == "Added key KEY1 to team ZZZ. Its private half, which is shown this once:")
    let file = folder.write(key.text, to: "AuthKey_KEY2.p8")
    #expect(run("team", "add-key", "ZZZ", "--private-key", file).text == "Added key KEY2 to team ZZZ.")
    let jwk = try #require(try get("teams/ZZZ")["keys"]?.array?.last?["public_key"])
    #expect(run("team", "revoke-key", "ZZZ", "KEY1").text == "Revoked key KEY1.")
    #expect(
      run(
        "team", "add-key", "ZZZ", "--key-id", "KEY3", "--public-key", folder.write(jwk.text(), to: "key.jwk")
      )
      .status == 0)
    #expect(run("clock", "advance", "3m").status == 0)
    #expect(
      run("team", "show", "ZZZ").text == """
        team  ZZZ
        name  Zed
        key   KEY1 (revoked 3 min ago) for every primary app
        key   KEY2 for every primary app
        key   KEY3 for every primary app
        """)
    #expect(run("team", "remove", "ZZZ").text == "Removed team ZZZ.")
    #expect(run("team", "show", "ZZZ").status == 1)
  }

  @Test func `keep clients`() throws {
    let added = run(
      "client", "add", "org.example.web", "--team-id", "TEAM000001", "--redirect-uri", "https://a.example/cb",
      "--redirect-uri", "https://b.example/cb", "--leniency", "long-secret", "--primary", "com.example.app")
    #expect(added.text == "Added client org.example.web.")
    let client = try get("clients/org.example.web")
    #expect(client["kind"] == "service")
    #expect(client["redirect_uris"] == ["https://a.example/cb", "https://b.example/cb"])
    #expect(client["leniencies"] == ["long-secret"])
    #expect(run("client", "change", "org.example.web", "--name", "Web", "--leniency", "").status == 0)
    #expect(try get("clients/org.example.web")["name"] == "Web")
    #expect(try get("clients/org.example.web")["leniencies"] == [])
    #expect(!run("client", "list", "--kind", "app").text.contains("org.example.web"))
    #expect(run("client", "remove", "--client-id", "org.example.web").status == 0)
    #expect(run("client", "show", "org.example.web").status == 1)
  }

  @Test func `do what people do`() throws {
    #expect(
      run(
        "account", "add", "--email", "ann@example.com", "--account", "ann", "--given-name", "Ann",
        "--hide-email"
      ).text
        == "Added account ann.")
    #expect(try get("accounts/ann")["hide_email"] == true)
    #expect(
      run("sign-in", "--account", "ann", "--client-id", "com.example.app").json["identity_token"] != nil)
    #expect(run("account", "show", "ann").text.contains("allowed    com.example.app "))
    #expect(run("password-change", "ann").status == 0)
    let forwarding = run("forwarding", "off", "--account", "ann", "--team-id", "TEAM000001")
    #expect(forwarding.text == "Relay mail of team TEAM000001 to ann is not forwarded.")
    let revoked = run("revoke-consent", "--account", "ann", "--client-id", "com.example.app")
    #expect(revoked.text == "ann stopped using their Apple Account with com.example.app.")
    #expect(run("revoke-consent", "--account", "ann", "--client-id", "com.example.app").status == 1)
    #expect(run("delete-account", "ann").text == "Deleted account ann.")
    #expect(run("account", "remove", "ann").status == 1)
  }

  @Test func `set the behaviour`() throws {
    #expect(run("behaviour", "set", "signers", "2").text == "signers is 2 (patch).")
    #expect(run("behaviour", "set", "token_booleans", "string").text == "token_booleans is string (patch).")
    #expect(run("behaviour", "set", "error_description", "false").status == 0)
    #expect(run("behaviour", "era", "2019-09").text == "Apple as it was in 2019-09.")
    #expect(run("behaviour", "set", "signers", "default").text == "signers is 1 (default).")
    let shown = run("behaviour").text
    #expect(shown.hasPrefix("Era: 2019-09\n\nSWITCH "))
    #expect(shown.contains(/token_booleans +string +patch\n/))
    #expect(shown.contains(/id_token_lifetime_s +600 +era\n/))
    #expect(run("behaviour", "era", "none").status == 0)
    #expect(try get("behaviour")["era"] == .null)
  }

  @Test func `save the state and load it again`() throws {
    let file = folder.file("snapshot.json")
    let saved = run("snapshot", "save", file)
    #expect(saved.text.contains(#/^Saved \d+ (bytes|KiB) to /#))
    #expect(run("client", "remove", "com.example.other").status == 0)
    #expect(run("snapshot", "load", file).status == 0)
    #expect(run("client", "show", "com.example.other").status == 0)
    #expect(run("snapshot", "load", folder.write("{}", to: "none.json")).status == 1)
    #expect(
      run("snapshot", "load", "/nonexistent").errors == "mockapple: /nonexistent: No such file or directory.")
    #expect(run("snapshot", "save", "/nonexistent/x").status == 1)
  }

  @Test func `show the ring with moments in words`() {
    let keys: JSON = [
      "keys": [
        [
          "kid": "A", "state": "withdrawn", "created_at": 0, "published_from": 100, "signs_from": 820,
          "signs_until": 940, "published_until": 1000,
        ],
        [
          "kid": "BBBB", "state": "signing", "created_at": 0, "published_from": 880, "signs_from": 940,
          "signs_until": .null, "published_until": .null,
        ],
        ["kid": "C", "state": "waiting", "created_at": 0], ["kid": "D", "state": "waiting", "created_at": 0],
      ]
    ]
    #expect(
      KeysCommand.words(keys, Ago(now: 1000)) == """
        KID   STATE      1H AGO … IN 1H                    SHOWN FROM  SIGNS FROM  SIGNS UNTIL  SHOWN UNTIL
        A     withdrawn              ----|                 15 min ago  3 min ago   60 s ago     now
        BBBB  signing                    |===============  2 min ago   60 s ago    -            -
        … and 2 waiting
        - published  = signs  | now
        """)
  }

  @Test func `rotate the ring, and schedule rotations`() {
    let lines = run("keys", "rotate", "--lead", "60", "--overlap", "30").text.split(separator: "\n")
    #expect(lines.count == 5 && lines[1].contains("publish") && lines[4].contains("withdraw"))
    #expect(
      run("keys", "rotate").errors.contains(
        "of an earlier rotation signs only in 1 min. Wait for it (mockapple clock advance 1m), or use immediate or "
      ))
    #expect(run("keys").text.contains("in 60 s"))
    #expect(run("keys").text.contains(/\n… and \d+ waiting\n- published  = signs  \| now$/))
    #expect(run("keys", "rotate", "--plan", "emergency").status == 0)
    #expect(
      run("keys", "rotate", "--plan", "apple-2024").errors
        == "mockapple: apple-2024 begins with four published keys; there is 1. mockapple reset brings them back."
    )
    #expect(
      run("keys", "schedule", "--plan", "immediate", "--every", "3600").text.hasPrefix(
        "Rotates every 3600 s, next in"))
    #expect(run("keys", "unschedule").text == "Nothing is scheduled.")
  }

  @Test func `plan faults, and replay incidents`() {
    let planned = run(
      "fault", "add", "--endpoint", "keys", "--type", "status", "--status", "503", "--times", "1"
    ).text
    #expect(planned.hasPrefix("Planned fault-"))
    #expect(run("fault", "list").text.contains("status status=503"))
    #expect(
      run(
        "fault", "add", "--endpoint", "token", "--type", "delay", "--milliseconds", "1", "--account", "jane",
        "--probability", "0.5", "--random-seed", "4", "--expires-in", "60"
      ).status == 0)
    #expect(run("fault", "list").text.contains("account=jane expires_in_s=60"))
    #expect(run("fault", "list", "--json").json["faults"]?.array?.last?["random_seed"] == 4)
    #expect(run("keys", "rotate", "--plan", "skew", "--stale-of", "2", "--of", "5").status == 0)
    #expect(run("fault", "add", "--endpoint", "keys", "--type", "moon").errors.contains("effect.type"))
    #expect(run("fault", "clear").text == "Nothing is planned.")
    #expect(run("incident", "start", "keys-empty").text.contains("A healthy backend: "))
    #expect(run("incident").text.contains("runs"))
    #expect(run("incident", "stop", "keys-empty").text == "keys-empty is over.")
  }

  @Test func `send notifications by hand, and show what has become of them`() throws {
    #expect(run("notifications").text == "No notification was sent yet.")
    let words = ["--account", "jane", "--client-id", "com.example.app", "--type", "consent-revoked"]
    let nowhere = running.run(["notifications", "send"] + words)
    #expect(nowhere.text.hasPrefix("com.example.app has no endpoint: nothing is sent, as at Apple."))
    // Nobody listens at the discard port.
    let sent = running.run(["notifications", "send", "--url", "http://127.0.0.1:9/n"] + words)
    #expect(sent.text.wholeMatch(of: /notification-[a-z0-9]{8} goes to http:\/\/127.0.0.1:9\/n\./) != nil)
    let log = run("notifications", "--wait", "60", "--state", "retrying").text.split(separator: "\n")
    #expect(log.count == 3)
    #expect(
      log[1].contains(
        /^notification-\w+ +retrying +consent-revoked +com.example.app +jane +1 +no answer +in 60 s +http:.*n$/
      ))
    #expect(log[2] == "    No server answers at http://127.0.0.1:9.")
    let id =
      run("notifications", "--json", "--limit", "1").json["notifications"]?.array?.first?["id"]?.string ?? ""
    #expect(run("notifications", "redeliver", id).text == "\(id) goes to http://127.0.0.1:9/n once more.")
    #expect(run("notifications", "redeliver", "none").errors == "mockapple: There is no notification none.")
    #expect(run("notifications", "--state", "lost").status == 64)
    #expect(running.run(["notifications", "send", "--delay", "soon"] + words).status == 64)
  }

  @Test func `transfer an app`() throws {
    #expect(run("transfer").text == "There are no transfers.")
    let started = run("transfer", "start", "--client-id", "com.example.app", "--to-team", "TEAM000002")
    let id = try #require(try get("transfers")["transfers"]?.array?.first?["id"]?.string)
    #expect(
      started.text
        == "Started \(id): com.example.app goes to TEAM000002, once that team takes it: mockapple transfer accept \(id)"
    )
    #expect(run("transfer", "list", "--state", "pending").text.contains(id))
    #expect(run("transfer", "accept").status == 64)
    let accepted = run("transfer", "accept", id).text
    let closesAt = try get("transfers")["transfers"]?.array?.first?["closes_at"]?.int ?? 0
    #expect(
      accepted == "com.example.app is with TEAM000002. Users can be migrated until \(Moment.text(closesAt)).")
    #expect(run("transfer", "accept", id).status == 1)
    #expect(run("transfer", "--json").json["transfers"]?.array?.first?["state"] == "accepted")
    #expect(run("transfer", "list", "--client-id", "com.example.other").text == "There are no transfers.")
  }
}
