import AppleID
import SQL
import Store
import TestSupport
import Testing

@Suite struct `A store` {
  private struct Stop: Error {}
  let folder = Folder()

  private func team(_ id: String) -> Team { Team(teamID: id, name: "n") }

  @Test(arguments: [true, false]) func `does all of a write, or nothing`(isOnFile: Bool) throws {
    let store = try Store(path: isOnFile ? folder.file("s") : ":memory:")
    #expect(throws: Stop.self) {
      try store.write { tx in
        try tx.insert(team("A"))
        throw Stop()
      }
    }
    #expect(try store.read { try $0.teams() } == [])
    try store.write { try $0.insert(team("B")) }
    #expect(try store.read { try $0.teams() } == [team("B")])
  }

  @Test func `refuses what refers to nothing`() throws {
    let store = try Store()
    let client = Client(clientID: "c", teamID: "nobody", kind: .app)
    let error = try #require(throws: SQLError.self) { try store.write { try $0.insert(client) } }
    #expect(error.code == 19)
    try store.write { tx in
      try tx.insert(team("A"))
      try tx.insert(Client(clientID: "a", teamID: "A", kind: .app))
    }
    #expect(throws: SQLError.self) {
      try store.write { try $0.insert(Client(clientID: "b", teamID: "A", kind: .app, primary: "x")) }
    }
    try store.write { try $0.insert(Client(clientID: "b", teamID: "A", kind: .service, primary: "a")) }
    try store.write { try $0.removeTeam("A") }
    #expect(try store.read { try $0.clientIDs() } == [])
  }

  @Test func `keeps a client whole`() throws {
    let store = try Store()
    let client = Client(
      clientID: "c", teamID: "A", kind: .service, name: "ünï \"'\0", redirectURIs: ["https://a/?b=[\"]", ""],
      domains: ["d"], notificationURL: "https://n/", emailSources: ["e@x"],
      leniencies: Leniency.allCases)
    try store.write { tx in
      try tx.insert(team("A"))
      try tx.insert(client)
    }
    #expect(try store.read { try $0.client("c") } == client)
    #expect(try store.read { try $0.client("C") } == nil)
  }

  @Test func `lets of many one alone use a code`() throws {
    let store = try Store()
    let code = AuthorizationCode(
      code: "c1", clientID: "c", account: "a", redirectURI: nil, nonce: "n\0", codeChallenge: nil, tag: "t",
      authTime: 1, issuedAt: 2)
    try store.write { try $0.insert(code) }
    #expect(try store.read { try $0.authorizationCode("c1") } == code)
    #expect(try store.write { try $0.use(code, at: 5) })
    #expect(try !store.write { try $0.use(code, at: 6) })
    #expect(try store.read { try $0.authorizationCode("c1")?.usedAt } == 5)
    #expect(try store.write { try $0.forgetAuthorizationCodes(issuedBefore: 2) } == 0)
    #expect(try store.write { try $0.forgetAuthorizationCodes(issuedBefore: 3) } == 1)
    #expect(try store.read { try $0.authorizationCode("c1") } == nil)
  }

  @Test func `removes everything`() throws {
    let store = try Store()
    try store.write { tx in
      try tx.insert(team("A"))
      try tx.insert(Client(clientID: "a", teamID: "A", kind: .app))
      try tx.insert(Client(clientID: "b", teamID: "A", kind: .service, primary: "a"))
      try tx.setSetting("x", to: "y")
      try tx.removeEverything()
    }
    #expect(try store.read { try $0.teams() } == [])
    #expect(try store.read { try $0.clientIDs() } == [])
    #expect(try store.read { try $0.setting("x") } == nil)
  }
}
