import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `An incident` {
  let world: World
  init() throws { world = try World() }

  func start(_ name: String) { #expect(world.admin("POST", "incidents/" + name).status == 200) }
  func stop(_ name: String) { #expect(world.admin("DELETE", "incidents/" + name).status == 204) }
  func value(_ name: String) -> JSON? { world.admin("GET", "behaviour").json["switches"]?[name] }

  @Test(arguments: Incident.allCases) func `has a story, runs when it is started, and leaves no trace`(
    incident: Incident
  ) throws {
    let before = world.admin("GET", "behaviour").json
    let known = world.admin("GET", "incidents?name=\(incident.rawValue)").json["incidents"]?.array?.first
    #expect(known?["running"] == false)
    for field in ["title", "source", "effect", "expect"] { #expect(known?[field]?.string?.isEmpty == false) }
    #expect(!incident.values.isEmpty || !incident.faults.isEmpty)
    start(incident.rawValue)
    start(incident.rawValue)
    #expect(world.admin("GET", "incidents?running=true").json["incidents"]?.array?.count == 1)
    stop(incident.rawValue)
    #expect(world.admin("GET", "behaviour").json == before)
    #expect(world.admin("GET", "faults").json == ["faults": []])
    #expect(world.admin("DELETE", "incidents/" + incident.rawValue).status == 404)
  }

  @Test func `of more keys signs with several, in a changing order`() throws {
    start("2020-02-more-keys")
    let kids = try (0..<6).map { _ in try world.kid(of: world.signIn().json["identity_token"]?.string ?? "") }
    #expect(Set(kids).count == 3)
  }

  @Test func `of null tokens takes half of them, at sign-ins, too`() throws {
    start("2021-03-null-identity-token")
    let tokens = (0..<40).map { _ in world.signIn().json["identity_token"] }
    #expect(tokens.contains(.null) && tokens.contains { $0?.string != nil })
    let answers = try (0..<40).map { _ in try world.redeem(world.code()).json["id_token"] }
    #expect(answers.contains(nil) && answers.contains { $0 != nil })
  }

  @Test func `of booleans mixes the types`() throws {
    start("2024-02-boolean-claims")
    let types = try (0..<20).map { _ in
      try world.verified(world.signIn().json["identity_token"]?.string)["email_verified"]
    }
    #expect(types.contains(true) && types.contains("true"))
  }

  @Test func `of PKCE enforces it in any era`() throws {
    _ = world.admin("PUT", "behaviour/era", ["era": "2023-12"])
    start("2024-10-pkce-enforced")
    #expect(value("pkce") == ["value": "enforced", "layer": "incident:2024-10-pkce-enforced"])
    stop("2024-10-pkce-enforced")
    #expect(value("pkce") == ["value": "ignored", "layer": "era"])
  }

  @Test func `of the issuer changes discovery alone`() throws {
    start("2025-06-issuer-flip")
    #expect(world.get("/.well-known/openid-configuration").json["issuer"] == "https://account.apple.com")
    #expect(
      try world.verified(world.signIn().json["identity_token"]?.string)["iss"] == "https://appleid.apple.com")
  }

  @Test func `of the relay domain concerns addresses made while it runs`() {
    start("2026-08-relay-domain")
    let hidden: [JSON.Member] = [JSON.Member("hide_email", true)]
    #expect(
      world.signIn(account: "john", hidden).json["email"]?.string?.hasSuffix("@private.icloud.com") == true)
    stop("2026-08-relay-domain")
    #expect(
      world.signIn(account: "jane", hidden).json["email"]?.string?.hasSuffix("@privaterelay.appleid.com")
        == true)
  }

  @Test func `of the key set is what it is called`() {
    start("keys-503")
    #expect(world.get("/auth/keys").status == 503)
    stop("keys-503")
    start("keys-html")
    #expect(world.get("/auth/keys").header("Content-Type") == "text/html")
    stop("keys-html")
    start("keys-empty")
    #expect(world.get("/auth/keys").text == #"{"keys":[]}"#)
  }

  @Test func `of invalid_client comes and goes, and uses up no code`() throws {
    start("intermittent-invalid-client")
    var refused = 0
    for _ in 1...30 {
      let code = world.code()
      while try world.redeem(code).text == #"{"error":"invalid_client"}"# { refused += 1 }
    }
    #expect(refused > 0)
    #expect(world.lastRequest["status"] == 200)
  }

  @Test func `may overlap another, and each leaves what the other set`() {
    start("2024-02-boolean-claims")
    start("2025-06-issuer-flip")
    stop("2024-02-boolean-claims")
    #expect(value("token_booleans")?["layer"] == "default")
    #expect(value("discovery_issuer")?["value"] == "https://account.apple.com")
  }

  @Test func `that is unknown is answered with the known ones`() {
    let answer = world.admin("POST", "incidents/moon")
    #expect(answer.status == 404)
    #expect(answer.text.contains("keys-503"))
  }
}
