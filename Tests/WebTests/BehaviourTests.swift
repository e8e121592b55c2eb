import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `A behaviour switch` {
  @Test(arguments: Switch.all.map(\.name)) func `has Apple's present behaviour as its default`(name: String)
    throws
  {
    let defaults: [String: JSON] = [
      "token_booleans": "boolean", "id_token_lifetime_s": 86400, "id_token_on_refresh": true,
      "refresh_after_revocation": "invalid_grant", "refresh_tokens": "many", "refresh_token_idle_s": .null,
      "wrong_content_type": "invalid_request", "error_description": true, "code_lifetime_s": 300,
      "refused_code": "kept", "pkce": "enforced", "secret_skew_s": 5, "require_user_agent": false,
      "revoke_hint_mismatch": "ignored", "revoke_notifies": false, "name_on_reconsent": true,
      "relay_domain": "privaterelay.appleid.com", "discovery_issuer": .null,
      "deletion_event": "account-deleted",
      "notification_events": "string", "notification_time": "milliseconds", "notification_audience": "client",
      "notification_booleans": "string", "keys_order": "stable", "keys_cache_control": "no-store",
      "keys_etag": "off",
      "signers": 1,
    ]
    let world = try World(seed: "{}")
    let shown = world.admin("GET", "behaviour").json["switches"]?[name]
    #expect(shown?["value"] == defaults[name])
    #expect(shown?["layer"] == "default")
  }

  @Test func `is laid over the seed and the era, and taken off by the word default`() throws {
    let world = try World(seed: #"{"behaviour": {"token_booleans": "mixed"}}"#)
    func shown() -> JSON? { world.admin("GET", "behaviour").json["switches"]?["token_booleans"] }
    #expect(shown() == ["value": "mixed", "layer": "seed"])
    #expect(world.admin("PUT", "behaviour/era", ["era": "2023-12"]).status == 200)
    #expect(shown() == ["value": "string", "layer": "era"])
    #expect(world.set("token_booleans", "boolean").status == 200)
    #expect(shown() == ["value": "boolean", "layer": "patch"])
    #expect(world.set("token_booleans", "default").status == 200)
    #expect(shown() == ["value": "string", "layer": "era"])
    #expect(world.admin("PUT", "behaviour/era", ["era": .null]).status == 200)
    #expect(shown() == ["value": "mixed", "layer": "seed"])
  }

  @Test(
    arguments: [
      (["token_booleans": "yes"], "token_booleans"), (["code_lifetime_s": -1], "code_lifetime_s"),
      (["code_lifetime_s": 1.5], "code_lifetime_s"), (["pkce": true], "pkce"), (["colour": "red"], "colour"),
      (["discovery_issuer": "account.apple.com"], "discovery_issuer"),
      (["keys_cache_control": "max-age=x"], "keys_cache_control"),
      (["signers": 0], "signers"), (["pkce": "ignored", "refused_code": 1], "refused_code"),
    ] as [(JSON, String)])
  func `that is unknown, or of an unknown value, changes nothing`(body: JSON, field: String) throws {
    let world = try World()
    let before = world.admin("GET", "behaviour").json
    let answer = world.admin("PATCH", "behaviour", body)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.map { $0["field"] } == [.string(field)])
    #expect(world.admin("GET", "behaviour").json == before)
  }

  @Test(
    arguments: [
      (Era.september2019, ["string", 600, false, "ignored", false]),
      (.august2020, ["string", 86400, false, "ignored", false]),
      (.december2023, ["string", 86400, true, "ignored", true]),
      (.february2024, ["boolean", 86400, true, "ignored", true]),
      (.october2024, ["boolean", 86400, true, "enforced", true]),
      (.august2026, ["boolean", 86400, true, "enforced", true]),
    ] as [(Era, [JSON])])
  func `is set by an era as the record dates it`(era: Era, values: [JSON]) throws {
    let world = try World(seed: "{}")
    let shown = world.admin("PUT", "behaviour/era", ["era": .string(era.rawValue)]).json
    #expect(shown["era"]?.string == era.rawValue)
    let names = ["token_booleans", "id_token_lifetime_s", "id_token_on_refresh", "pkce", "error_description"]
    #expect(names.map { shown["switches"]?[$0]?["value"] } == values)
    #expect(
      shown["switches"]?["relay_domain"]?["value"]?.string
        == (era == .august2026 ? "private.icloud.com" : "privaterelay.appleid.com"))
    #expect(
      shown["switches"]?["deletion_event"]?["value"]?.string
        == (era == .august2026 ? "account-deleted" : "account-delete"))
  }

  @Test func `of an unknown era is refused with the known ones`() throws {
    let answer = try World().admin("PUT", "behaviour/era", ["era": "1999-01"])
    #expect(answer.status == 400)
    #expect(answer.text.contains("2026-08"))
  }

  @Test(arguments: ["https://account.apple.com", nil])
  func `changes the issuer of the discovery document alone`(url: String?) throws {
    let world = try World()
    world.set("discovery_issuer", url.map { .string($0) } ?? .null)
    #expect(
      world.get("/.well-known/openid-configuration").json["issuer"]?.string == url
        ?? "https://appleid.apple.com")
    #expect(
      try world.verified(world.signIn().json["identity_token"]?.string)["iss"] == "https://appleid.apple.com")
  }

  @Test(.holds(.userAgentMissing)) func `may want a User-Agent`() throws {
    let world = try World()
    #expect(try world.redeem(world.code()).status == 200)
    world.set("require_user_agent", true)
    let code = world.code()
    #expect(try world.redeem(code).text == #"{"error":"invalid_client"}"#)
    #expect(world.lastRequest["rule"] == "user_agent_missing")
    let form = [
      ("grant_type", "authorization_code"), ("client_id", "com.example.app"),
      ("client_secret", try world.secret()), ("code", code),
    ]
    #expect(world.post("/auth/token", form, headers: ["User-Agent": "x"]).status == 200)
  }

  @Test(arguments: ["many", "one"]) func `says whether a new sign-in ends the older refresh token`(
    value: String
  ) throws {
    let world = try World()
    world.set("refresh_tokens", .string(value))
    let first = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    let web =
      try world.redeem(world.code(client: "com.example.web"), client: "com.example.web").json[
        "refresh_token"]?.string ?? ""
    // Only the exchange ends it, not the sign-in.
    let code = world.code()
    #expect(try world.refresh(first).status == 200)
    world.clock.now += 86400
    #expect(try world.redeem(world.code()).status == 200)
    #expect(try world.refresh(first).status == (value == "many" ? 200 : 400))
    #expect(try world.refresh(web, client: "com.example.web").status == 200)
    _ = code
  }

  @Test(.holds(.refreshTokenIdle)) func `says how long a refresh token may be idle`() throws {
    let world = try World()
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    world.set("refresh_token_idle_s", 200_000)
    world.clock.now += 200_000
    #expect(try world.refresh(token).status == 200)
    world.clock.now += 200_001
    #expect(try world.refresh(token).text == #"{"error":"invalid_grant"}"#)
    #expect(world.lastRequest["rule"] == "refresh_token_idle")
    world.set("refresh_token_idle_s", .null)
    #expect(try world.refresh(token).status == 200)
  }

  @Test(.holds(.tokenTypeHintMismatch), arguments: [("ignored", 200), ("invalid_grant", 400)])
  func `says what a wrong token_type_hint comes to`(value: String, status: Int) throws {
    let world = try World()
    world.set("revoke_hint_mismatch", .string(value))
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    let form = [("client_id", "com.example.app"), ("client_secret", try world.secret()), ("token", token)]
    let answer = world.post("/auth/revoke", form + [("token_type_hint", "access_token")])
    #expect(answer.status == status)
    #expect(
      status == 200 || answer.hint == "token_type_hint is access_token, but the token is a refresh_token.")
    #expect(try world.refresh(token).status == (status == 200 ? 400 : 200))
    #expect(world.post("/auth/revoke", form + [("token_type_hint", "refresh_token")]).status == 200)
  }
}
