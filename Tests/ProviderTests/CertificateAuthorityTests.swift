import Crypto
import JSON
import Provider
import Store
import TestSupport
import Testing

@Suite struct `The certificate authority of a store` {
  private let folder = Folder()
  private let names = [HostName.dns("localhost"), .dns("appleid.apple.com")]

  @Test func `is made once`() throws {
    let world = try World()
    let first = try world.provider.certify(names)
    let second = try world.provider.certify([names[0]])
    #expect(first.authority == second.authority)
    #expect(first.server.chain != second.server.chain)
    #expect(first.reason == nil && second.reason == nil)
  }

  @Test func `outlives the process, resets and snapshots`() throws {
    let path = folder.file("store.sqlite")
    let snapshot = try World().admin("GET", "snapshot").json
    let first: String
    do {
      let world = try World(path: path)
      first = try world.provider.certify(names).authority
      #expect(world.admin("POST", "reset").status == 200)
      #expect(try world.provider.certify(names).authority == first)
      #expect(world.admin("PUT", "snapshot", snapshot).status == 200)
      #expect(try world.provider.certify(names).authority == first)
    }
    #expect(try World(path: path).provider.certify(names).authority == first)
  }

  @Test func `is in no snapshot, neither half`() throws {
    let world = try World()
    let before = world.admin("GET", "snapshot").json
    _ = try world.provider.certify(names)
    #expect(try world.provider.store.read { try $0.setting("ca") } != nil)
    #expect(world.admin("GET", "snapshot").json == before)
  }

  @Test func `comes from no snapshot`() throws {
    let world = try World()
    let snapshot = world.admin("GET", "snapshot").json
    let forged: JSON = ["name": "ca", "value": #"{"certificate":"x","private_key":"y"}"#]
    let settings = JSON.array((snapshot["tables"]?["setting"]?.array ?? []) + [forged])
    let answer = world.admin(
      "PUT", "snapshot", snapshot.with("tables", snapshot["tables"]?.with("setting", settings)))
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string?.hasPrefix("tables.setting[") == true)
    #expect(world.admin("GET", "snapshot").json == snapshot)
    #expect(try world.provider.store.read { try $0.setting("ca") } == nil)
  }

  @Test func `gives way, and says why, where it may not sign for a name`() throws {
    let world = try World()
    let first = try world.provider.certify(names)
    let second = try world.provider.certify(names + [.dns("mock.example.org")])
    #expect(second.authority != first.authority)
    #expect(second.reason?.contains("DNS:mock.example.org: permitted subtree violation") == true)
    #expect(try world.provider.certify(names).authority == second.authority)
    #expect(try world.provider.certify([.dns("x.mock.example.org")]).reason == nil)
  }

  @Test func `gives way before it ends, by the real clock`() throws {
    let world = try World()
    let first = try world.provider.certify(names)
    _ = world.admin("PUT", "clock", ["now": "2099-01-01T00:00:00Z"])
    #expect(try world.provider.certify(names).authority == first.authority)
    world.clock.now += 3300 * 86_400
    let second = try world.provider.certify(names)
    #expect(second.authority != first.authority)
    #expect(second.reason?.hasSuffix("certificate has expired.") == true)
  }

  @Test func `that is damaged gives way`() throws {
    let world = try World()
    for (text, said) in [
      ("{}", #"row name "ca", column value cannot be read: certificate is required"#),
      ("x", #"row name "ca", column value cannot be read: line 1"#),
      (#"{"certificate":"x","private_key":"y"}"#, "Could not read a certificate"),
    ] {
      try world.provider.store.write { try $0.setSetting("ca", to: text) }
      let reason = try world.provider.certify(names).reason
      #expect(reason?.contains(said) == true, "\(reason ?? "none")")
      #expect(try world.provider.certify(names).reason == nil)
    }
  }
}
