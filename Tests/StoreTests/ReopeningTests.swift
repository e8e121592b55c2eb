import AppleID
import JSON
import Provider
import Store
import TestSupport
import Testing

@Suite struct `After a restart over the same file` {
  let folder = Folder()

  /// Another process over the file: a world of its own, with the same seed of chance.
  private func open() throws -> World { try World(path: folder.file("store.sqlite")) }

  @Test func `is refused while another has the file`() throws {
    let file = folder.file("store.sqlite")
    do {
      let first = try Store(path: file)
      withExtendedLifetime(first) {
        _ = #expect(throws: Store.InUse.self) { try Store(path: file) }
      }
    }
    #expect(throws: Never.self) { try Store(path: file) }
  }

  @Test func `says so where a setting was edited by hand`() throws {
    let path = folder.file("store.sqlite")
    do { try open().provider.store.write { try $0.setSetting("clock", to: #"{"offset":"x"}"#) } }
    let error = #expect(throws: StoredValueError.self) { try World(path: path) }
    #expect(error?.description.contains(#"table setting, row name "clock", column value"#) == true)
  }

  @Test func `who signs in without a click is who was arranged, unless it was told another`() throws {
    let path = folder.file("store.sqlite")
    do { #expect(try open().admin("PUT", "auto-sign-in", ["account": "john", "times": 2]).status == 200) }
    do {
      let world = try open()
      #expect(world.authorize().fields["code"] != nil)
      #expect(world.admin("GET", "auto-sign-in").json["auto_sign_in"]?["times"] == 1)
    }
    do {
      let told = try World(path: path, autoSignIn: AutoSignIn(account: "jane"))
      #expect(told.admin("GET", "auto-sign-in").json["auto_sign_in"]?["account"] == "jane")
    }
    #expect(try open().admin("GET", "auto-sign-in").json == ["auto_sign_in": .null])
  }

  @Test func `codes, tokens and consents are what they were`() throws {
    let (used, open, token) = try {
      let world = try self.open()
      let (used, waiting) = (world.code(), world.code())
      return (used, waiting, try world.redeem(used).json["refresh_token"]?.string ?? "")
    }()
    let world = try self.open()
    #expect(try world.redeem(used).json["error_description"] == "The code has already been used.")
    #expect(try world.redeem(open).status == 200)
    #expect(try world.refresh(token).status == 200)
    #expect(world.signIn().json["email"] == .null)
  }

  @Test func `registrations are what they were, and the seed is not laid again`() throws {
    do {
      let world = try open()
      _ = world.admin("DELETE", "accounts/john")
      _ = world.admin("DELETE", "clients/com.example.other")
      _ = world.admin("POST", "teams", ["team_id": "TEAM000003"])
      _ = world.admin("DELETE", "teams/TEAM000001/keys/KEY0000001")
    }
    let world = try open()
    #expect(world.signIn(account: "john").status == 400)
    #expect(world.admin("GET", "clients/com.example.other").status == 404)
    #expect(world.admin("GET", "teams/TEAM000003").status == 200)
    #expect(try world.redeem(world.code()).text == #"{"error":"invalid_client"}"#)
  }

  @Test func `sub, relay address and key set are what they were`() throws {
    func look(_ world: World) -> [String?] {
      let json = world.signIn(account: "john").json
      return [json["user"]?.string, world.get("/auth/keys").text]
    }
    let address = try open().signIn(account: "john").json["email"]?.string ?? ""
    let before = look(try open())
    #expect(look(try open()) == before)
    #expect(try open().signIn(account: address).json["user"]?.string == before[0])
  }

  @Test func `clock and behaviour are what they were`() throws {
    do {
      let world = try open()
      _ = world.admin("PUT", "clock", ["now": 1000, "frozen": true, "stamps": "clock"])
      world.set("code_lifetime_s", 7)
      _ = world.admin("PUT", "behaviour/era", ["era": "2024-02"])
    }
    let world = try open()
    #expect(
      world.admin("GET", "clock").json
        == ["now": 1000, "offset_s": .int(1000 - World.start), "frozen": true, "stamps": "clock"])
    let json = world.admin("GET", "behaviour").json
    #expect(json["switches"]?["code_lifetime_s"] == ["value": 7, "layer": "patch"])
    #expect(json["era"] == "2024-02")
  }

  @Test func `nothing that was given is given again`() throws {
    var seen: [String?] = []
    for _ in 1...4 {
      let world = try open()
      for account in ["jane", "john"] {
        let code = world.code(account: account)
        let tokens = try world.redeem(code).json
        seen += [code, tokens["access_token"]?.string, tokens["refresh_token"]?.string]
      }
      seen.append(world.admin("POST", "teams", [:]).json["team_id"]?.string)
    }
    #expect(Set(seen.compactMap { $0 }).count == 28)
  }

  @Test func `a reset begins as a fresh store does`() throws {
    func values(_ world: World) throws -> [String?] {
      let json = world.signIn(account: "john").json
      let code = json["authorization_code"]?.string ?? ""
      return [
        code, json["user"]?.string, json["email"]?.string,
        try world.redeem(code).json["refresh_token"]?.string,
      ]
    }
    let fresh = try values(World())
    #expect(try values(open()) == fresh)
    let reopened = try open()
    #expect(try values(reopened) != fresh)
    #expect(reopened.admin("POST", "reset").status == 200)
    #expect(try values(reopened) == fresh)
  }
}
