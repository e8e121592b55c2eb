import AppleID
import Crypto
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `The registry` {
  let world: World
  init() throws { world = try World() }

  private func addKey(_ keyID: String, apps: JSON = .null, team: String = "TEAM000001") -> Answer {
    world.admin("POST", "teams/\(team)/keys", ["key_id": .string(keyID), "apps": apps])
  }

  @Test func `lists clients in the order they were made, the seed's where that can be`() throws {
    func clients(_ world: World) -> [String] {
      world.admin("GET", "clients").json["clients"]?.array?.compactMap { $0["client_id"]?.string } ?? []
    }
    #expect(clients(world) == ["com.example.app", "com.example.web", "com.example.other"])
    #expect(world.add(client: [JSON.Member("client_id", "a")]).status == 201)
    #expect(clients(world).last == "a")
    let turned = try World(
      seed: """
        {"teams": [{"team_id": "T"}], "clients": [
        {"client_id": "b", "team_id": "T", "kind": "service", "primary": "a"},
        {"client_id": "c", "team_id": "T", "kind": "app"},
        {"client_id": "a", "team_id": "T", "kind": "app"}]}
        """)
    #expect(clients(turned) == ["c", "a", "b"])
  }

  @Test func `makes a team with an id of Apple's shape`() {
    let answer = world.admin("POST", "teams", [:])
    #expect(answer.status == 201)
    let id = answer.json["team_id"]?.string ?? ""
    #expect(id.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
    #expect(answer.json == ["team_id": .string(id), "name": .string(id), "keys": []])
    #expect(world.admin("GET", "teams/" + id).json == answer.json)
  }

  @Test func `makes a key and tells its private half once`() throws {
    let answer = world.admin("POST", "teams/TEAM000001/keys", [:])
    #expect(answer.status == 201)
    let keyID = answer.json["key_id"]?.string ?? ""
    #expect(keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
    let pem = answer.json["private_key"]?.string ?? ""
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let key = try ECPrivateKey(pem: pem)
    #expect(answer.json["public_key"] == JWK.json(key.publicKey))
    #expect(!world.admin("GET", "teams/TEAM000001").text.contains("private_key"))
    let secret = try world.secret(header: [("kid", .string(keyID))], key: key)
    #expect(world.failures(of: secret) == [])
  }

  @Test func `takes a public key as PEM or as JWK`() throws {
    let keys = [try ECPrivateKey.generate(), try .generate()]
    let forms: [JSON] = [.string(try keys[0].publicKey.pem()), JWK.json(keys[1].publicKey)]
    for (index, form) in forms.enumerated() {
      let id = "KEY000000\(index + 5)"
      let answer = world.admin(
        "POST", "teams/TEAM000002/keys", ["key_id": .string(id), "public_key": form])
      #expect(answer.status == 201)
      #expect(answer.json["private_key"] == nil)
      #expect(answer.json["public_key"] == JWK.json(keys[index].publicKey))
    }
  }

  @Test(.shows(.twoLiveKeys)) func `allows two live keys`() {
    #expect(addKey("KEY0000002").status == 201)
    let third = addKey("KEY0000003")
    #expect(third.status == 409)
    #expect(third.json["detail"]?.string?.contains("KEY0000001, KEY0000002") == true)
    #expect(world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001").status == 204)
    #expect(addKey("KEY0000003").status == 201)
  }

  @Test func `counts live keys for each primary app`() {
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    #expect(addKey("KEY0000002", apps: ["com.example.app"]).status == 201)
    #expect(addKey("KEY0000003", apps: ["com.example.app"]).status == 409)
    #expect(addKey("KEY0000003", apps: ["com.example.second"]).status == 201)
    #expect(addKey("KEY0000004", apps: ["com.example.second"]).status == 409)
    #expect(addKey("KEY0000004").status == 409)
  }

  @Test func `allows two live keys in a team without apps`() {
    _ = world.admin("POST", "teams", ["team_id": "TEAM000003"])
    #expect(addKey("KEY0000005", team: "TEAM000003").status == 201)
    #expect(addKey("KEY0000006", team: "TEAM000003").status == 201)
    #expect(addKey("KEY0000007", team: "TEAM000003").status == 409)
    #expect(addKey("KEY0000007", team: "TEAM000009").status == 404)
  }

  @Test func `revokes a key once`() {
    #expect(world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001").status == 204)
    let key = world.admin("GET", "teams/TEAM000001").json["keys"]?.array?.first
    #expect(key?["revoked_at"] == .int(World.start))
    #expect(world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001").status == 404)
  }

  @Test func `fills in what a client leaves out`() {
    let answer = world.admin(
      "POST", "clients", ["client_id": "x.y", "team_id": "TEAM000002", "kind": "service"])
    #expect(answer.status == 201)
    #expect(
      answer.text
        == #"{"client_id":"x.y","team_id":"TEAM000002","kind":"service","primary":null,"name":"x.y","#
        + #""redirect_uris":[],"domains":[],"notification_url":null,"email_sources":[],"leniencies":[]}"#)
  }

  @Test func `changes of a client what is sent, and nothing where it is wrong`() {
    let before = world.admin("GET", "clients/com.example.web").json
    let answer = world.admin("PATCH", "clients/com.example.web", ["name": "New", "primary": .null])
    #expect(answer.status == 200)
    #expect(answer.json["name"] == "New")
    #expect(answer.json["primary"] == .null)
    #expect(answer.json["redirect_uris"] == before["redirect_uris"])
    let wrong = world.admin("PATCH", "clients/com.example.web", ["name": "Newer", "domains": 1])
    #expect(wrong.status == 400)
    #expect(world.admin("GET", "clients/com.example.web").json == answer.json)
    #expect(world.admin("PATCH", "clients/nobody", ["name": "x"]).status == 404)
  }

  @Test(
    arguments: [
      ("kind", ["kind": "service"]), ("primary", ["primary": "com.example.second"]),
      ("kind", ["kind": "service", "primary": "com.example.second"]),
    ] as [(String, JSON)])
  func `keeps an app that others are grouped with a primary app`(field: String, change: JSON) {
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.second", "team_id": "TEAM000001", "kind": "app"])
    let before = world.admin("GET", "clients").json
    let answer = world.admin("PATCH", "clients/com.example.app", change)
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    #expect(answer.json["detail"]?.string?.contains("com.example.web") == true)
    #expect(world.admin("GET", "clients").json == before)
    _ = world.admin("PATCH", "clients/com.example.web", ["primary": .null])
    #expect(world.admin("PATCH", "clients/com.example.app", change).status == 200)
  }

  @Test func `removes a team with its keys and clients, a client with its group`() {
    #expect(world.admin("DELETE", "clients/com.example.app").status == 204)
    #expect(world.admin("GET", "clients/com.example.web").status == 404)
    #expect(world.admin("DELETE", "teams/TEAM000002").status == 204)
    #expect(world.admin("GET", "clients").json["clients"] == [])
    #expect(world.admin("DELETE", "teams/TEAM000001").status == 204)
    #expect(world.admin("GET", "teams").json["teams"] == [])
    #expect(world.failures(of: "x.y.z") != [])
  }

  @Test func `mints a secret that is good`() throws {
    for (body, days) in [
      (["client_id": "com.example.web"], 3600), (["client_id": "com.example.web", "expires_in_s": 60], 60),
    ] as [(JSON, Int)] {
      let answer = world.admin("POST", "client-secrets", body)
      #expect(answer.status == 200)
      let secret = answer.json["client_secret"]?.string ?? ""
      #expect(world.failures(of: secret, client: "com.example.web") == [])
      #expect(try JWS(compact: secret).claims()["exp"] == .int(World.start + days))
    }
  }

  @Test func `mints with a key of which it knows the public half only when it is given`() throws {
    let key = try ECPrivateKey.generate()
    _ = world.admin(
      "POST", "teams/TEAM000002/keys",
      ["key_id": "KEY0000009", "public_key": .string(try key.publicKey.pem())])
    let body: [JSON.Member] = [JSON.Member("client_id", "com.example.other")]
    let refused = world.admin("POST", "client-secrets", .object(body))
    #expect(refused.status == 400)
    #expect(refused.json["errors"]?.array?.first?["field"] == "private_key")
    let given = world.admin(
      "POST", "client-secrets", .object(body + [JSON.Member("private_key", .string(try key.pem()))]))
    let secret = given.json["client_secret"]?.string ?? ""
    #expect(world.failures(of: secret, client: "com.example.other") == [])
  }
}

@Suite struct `A list of the admin API` {
  let world: World
  init() throws { world = try World() }

  private func ids(_ query: String) -> [String]? {
    world.admin("GET", "accounts" + query).json["accounts"]?.array?.compactMap { $0["id"]?.string }
  }

  @Test(arguments: [
    ("", ["jane", "john", "max"]), ("?limit=2", ["john", "max"]), ("?limit=0", []),
    ("?limit=9", ["jane", "john", "max"]),
    ("?after=jane", ["john", "max"]), ("?after=max", []), ("?after=jane&limit=1", ["max"]),
    ("?email=john@example.com", ["john"]), ("?email=nobody@example.com", []),
  ])
  func `is oldest first, and can be cut`(query: String, found: [String]) { #expect(ids(query) == found) }

  @Test func `grows at its end`() {
    _ = world.admin("POST", "accounts", ["id": "aaron"])
    #expect(ids("") == ["jane", "john", "max", "aaron"])
    #expect(ids("?after=max") == ["aaron"])
  }

  @Test func `of clients is filtered by team and kind`() {
    func clients(_ query: String) -> [String]? {
      world.admin("GET", "clients?" + query).json["clients"]?.array?.compactMap { $0["client_id"]?.string }
    }
    #expect(clients("team_id=TEAM000001") == ["com.example.app", "com.example.web"])
    #expect(clients("kind=service") == ["com.example.web"])
    #expect(clients("team_id=TEAM000002&kind=service") == [])
  }

  @Test(arguments: ["clients/com.example.app", "teams/TEAM000001"])
  func `takes what people authorized away with a client`(path: String) throws {
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    #expect(world.admin("DELETE", path).status == 204)
    for team in ["TEAM000001", "TEAM000003"] { _ = world.admin("POST", "teams", ["team_id": .string(team)]) }
    let client: JSON = ["client_id": "com.example.app", "team_id": "TEAM000003", "kind": "app"]
    #expect(world.admin("POST", "clients", client).status == 201)
    #expect(world.admin("POST", "teams/TEAM000003/keys", ["key_id": "KEY0000009"]).status == 201)
    let secret = world.admin("POST", "client-secrets", ["client_id": "com.example.app"]).json[
      "client_secret"]?.string
    #expect(try world.refresh(token, [("client_secret", secret)]).text == #"{"error":"invalid_grant"}"#)
    #expect(world.signIn().json["full_name"] != .null)
  }
}
