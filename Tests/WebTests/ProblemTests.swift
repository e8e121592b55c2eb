import HTTP
import JSON
import TestSupport
import Testing
import Web

@Suite struct `A problem of the admin API` {
  let world: World
  init() throws { world = try World() }

  @Test func `is that of RFC 9457, with the field it is about`() {
    let answer = world.admin("POST", "clients", ["client_id": "x", "team_id": "TEAM000001", "kind": "robot"])
    #expect(answer.status == 400)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(
      answer.text
        == #"{"type":"about:blank","title":"Invalid fields","status":400,"#
        + #""detail":"kind must be one of app, service, not \"robot\".","#
        + #""errors":[{"field":"kind","message":"must be one of app, service, not \"robot\"."}]}"#)
  }

  @Test(
    arguments: [
      ("POST", "teams", ["team_id": 1], "team_id"), ("POST", "teams", ["team_id": "a b"], "team_id"),
      ("POST", "teams", ["team_id": ""], "team_id"), ("POST", "teams", ["nme": "x"], "nme"),
      ("POST", "teams/TEAM000001/keys", ["public_key": "x"], "public_key"),
      ("POST", "teams/TEAM000001/keys", ["public_key": ["kty": "RSA"]], "public_key"),
      ("POST", "teams/TEAM000001/keys", ["apps": "com.example.app"], "apps"),
      ("POST", "teams/TEAM000001/keys", ["apps": ["com.example.web"]], "apps[0]"),
      ("POST", "teams/TEAM000001/keys", ["apps": ["com.example.app", "com.example.other"]], "apps[1]"),
      ("POST", "clients", [:], "client_id"), ("POST", "clients", ["client_id": "x"], "team_id"),
      ("POST", "clients", ["client_id": "x", "team_id": "TEAM000001"], "kind"),
      ("POST", "clients", ["client_id": "x", "team_id": "TEAM000009", "kind": "app"], "team_id"),
      ("PATCH", "clients/com.example.web", ["primary": "com.example.other"], "primary"),
      ("PATCH", "clients/com.example.web", ["primary": "com.example.web"], "primary"),
      ("PATCH", "clients/com.example.web", ["leniencies": ["http-redirect", "kind"]], "leniencies[1]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://a/", "/cb"]], "redirect_uris[1]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["ftp://a/"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.app", ["notification_url": "http://a/"], "notification_url"),
      ("PATCH", "clients/com.example.app", ["domain": []], "domain"),
      ("POST", "accounts", ["email": "nobody"], "email"), ("POST", "accounts", ["email": "@x"], "email"),
      ("POST", "accounts", ["email": "a@b.example\r\nBcc: c@d.example"], "email"),
      ("POST", "accounts", ["email": "a\u{0}@b.example"], "email"),
      ("POST", "accounts", ["email": "a\u{85}@b.example"], "email"),
      ("PATCH", "clients/com.example.web", ["domains": ["a.example", "https://x"]], "domains[1]"),
      ("PATCH", "clients/com.example.web", ["domains": ["a b"]], "domains[0]"),
      ("PATCH", "clients/com.example.web", ["domains": [""]], "domains[0]"),
      ("PATCH", "clients/com.example.web", ["email_sources": ["@"]], "email_sources[0]"),
      ("PATCH", "clients/com.example.web", ["email_sources": ["a.example", "x@"]], "email_sources[1]"),
      ("PATCH", "clients/com.example.web", ["email_sources": ["a\n@a.example"]], "email_sources[0]"),
      (
        "PATCH", "clients/com.example.web", ["redirect_uris": ["https://a.example:99999/"]],
        "redirect_uris[0]"
      ),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://a.example:x/"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://a.example/%zz"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://a.example/%2"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://mü.example/"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://%61.example/"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.web", ["redirect_uris": ["https://[x]/"]], "redirect_uris[0]"),
      ("PATCH", "clients/com.example.app", ["notification_url": "https://a:99999/"], "notification_url"),
      ("POST", "accounts", ["real_user_status": 3], "real_user_status"),
      ("POST", "accounts", ["real_user_status": 1.5], "real_user_status"),
      ("PUT", "clock", ["now": "tomorrow"], "now"), ("PUT", "clock", ["now": 1e300], "now"),
      ("PUT", "clock", ["stamps": "both"], "stamps"), ("PUT", "clock", ["frozen": 1], "frozen"),
      ("POST", "clock/advance", [:], "seconds"), ("POST", "clock/advance", ["seconds": "5m"], "seconds"),
      ("POST", "clock/advance", ["seconds": 9_000_000_000_000_000_000], "seconds"),
      ("PATCH", "behaviour", ["pkce": "on"], "pkce"),
      ("PATCH", "behaviour", ["code_lifetime": 1], "code_lifetime"),
      ("PATCH", "behaviour", ["code_lifetime_s": -1], "code_lifetime_s"),
      ("POST", "client-secrets", [:], "client_id"),
      ("POST", "client-secrets", ["client_id": "x"], "client_id"),
      ("POST", "client-secrets", ["client_id": "com.example.app", "key_id": "x"], "key_id"),
      ("POST", "client-secrets", ["client_id": "com.example.app", "private_key": "x"], "private_key"),
      ("POST", "client-secrets", ["client_id": "com.example.other"], "client_id"),
      ("POST", "client-secrets/explain", [:], "client_secret"), ("POST", "reset", ["now": 1], "now"),
      ("GET", "teams?limit=x", nil, "limit"), ("GET", "teams?limit=-1", nil, "limit"),
      ("GET", "teams?after=TEAM000009", nil, "after"), ("GET", "teams?colour=red", nil, "colour"),
      ("GET", "clock?x=1", nil, "x"), ("GET", "requests?wait=61", nil, "wait"),
      ("GET", "requests?after=1", nil, "after"), ("GET", "requests?count=x", nil, "count"),
    ] as [(String, String, JSON?, String)])
  func `names the field`(method: String, path: String, body: JSON?, field: String) {
    let answer = world.admin(method, path, body)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.json["errors"]?.array?.compactMap { $0["field"]?.string } == [field], "\(answer.text)")
  }

  @Test(
    arguments: [
      (["scope": "profile"], "scope"), (["scope": "profile", "flow": "web"], "scope"),
      (["redirect_uri": "https://example.com/"], "redirect_uri"), (["redirect_uri": ""], "redirect_uri"),
      (["response_type": "token"], "response_type"), (["response_type": ""], "response_type"),
      (["response_mode": "post"], "response_mode"), (["response_mode": "query"], "response_mode"),
      (
        ["scope": "", "response_type": "code id_token", "response_mode": "query"], "response_mode"
      ),
      (["code_challenge": "x", "code_challenge_method": "s256"], "code_challenge_method"),
    ] as [(JSON, String)])
  func `names the field of a sign-in that Apple would refuse`(body: JSON, field: String) {
    let client = body["flow"] == nil && body.members?.first?.name == "scope" && body.members?.count == 1
    let answer = world.signIn(
      client: client ? "com.example.app" : "com.example.web",
      (body.members ?? []).filter { $0.name != "flow" })
    #expect(answer.status == 400)
    #expect(answer.json["title"] == "Apple would refuse this")
    let errors = answer.json["errors"]?.array ?? []
    #expect(errors.compactMap { $0["field"]?.string } == [field], "\(answer.text)")
    #expect(errors.first?["message"]?.string?.hasPrefix(field) == false)
  }

  @Test func `speaks of the query where the query is wrong`() {
    #expect(
      world.admin("GET", "teams?=x").json["detail"]
        == "The query has a parameter without a name; known are: team_id, name, after, limit.")
    #expect(world.admin("GET", "clock?=x").json["detail"]?.string?.hasPrefix("The query has") == true)
  }

  @Test(arguments: [
    ("GET", "nothing", 404), ("GET", "", 404), ("GET", "teams/", 404), ("GET", "teams/TEAM000009", 404),
    ("DELETE", "teams/TEAM000009", 404), ("DELETE", "teams/TEAM000001/keys/KEY0000009", 404),
    ("DELETE", "teams/TEAM000002/keys/KEY0000001", 404), ("GET", "clients/nobody", 404),
    ("DELETE", "clients/nobody", 404), ("GET", "accounts/nobody", 404), ("GET", "requests/1", 404),
    ("GET", "requests/x", 404), ("GET", "teams/%zz", 404),
  ])
  func `says what is not there`(method: String, path: String, status: Int) {
    let answer = world.admin(method, path)
    #expect(answer.status == status)
    #expect(answer.json["status"] == .int(status))
    #expect(answer.json["detail"]?.string?.isEmpty == false)
  }

  @Test(arguments: [
    ("DELETE", "teams", "GET, POST"), ("PATCH", "clock", "GET, PUT, DELETE"), ("GET", "reset", "POST"),
    ("GET", "clock/advance", "POST"), ("BREW", "health", "GET"),
  ])
  func `says which methods there are`(method: String, path: String, allowed: String) {
    let answer = world.admin(method, path)
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == allowed)
  }

  @Test(
    arguments: [
      ("teams", ["team_id": "TEAM000001"], "Team TEAM000001 exists already."),
      (
        "clients", ["client_id": "com.example.app", "team_id": "TEAM000002", "kind": "app"], "exists already."
      ),
      ("accounts", ["id": "jane"], "exists already."),
      ("teams/TEAM000002/keys", ["key_id": "KEY0000001"], "exists already."),
    ] as [(String, JSON, String)])
  func `says which id is taken`(path: String, body: JSON, detail: String) {
    let answer = world.admin("POST", path, body)
    #expect(answer.status == 409)
    #expect(answer.json["title"] == "Conflict")
    #expect(answer.json["detail"]?.string?.hasSuffix(detail) == true)
  }
}
