import JSON
import TestSupport
import Testing

@testable import Provider
@testable import SQL
@testable import Store
@testable import Web

@Suite struct `The health` {
  private let world: World
  init() throws { world = try World() }

  private var health: Answer { world.admin("GET", "health") }

  @Test func `is good where the store answers and a key signs`() {
    #expect(health.status == 200)
    #expect(health.json.members?.map(\.name) == ["status", "detail", "version", "now"])
    #expect(health.json["status"] == "ok")
    #expect(health.json["detail"] == .null)
  }

  @Test func `says that the server stops`() {
    world.application.beginStopping()
    #expect(health.status == 503)
    #expect(health.json["status"] == "stopping")
    #expect(world.get("/auth/keys").status == 200)
  }

  @Test func `says that no key signs`() throws {
    _ = try world.provider.store.write { try $0.connection.run("DELETE FROM signing_key") }
    try world.provider.recall()
    #expect(health.status == 503)
    #expect(health.json["status"] == "no_signing_key")
  }

  @Test func `says that the store cannot be read`() throws {
    _ = try world.provider.store.write { try $0.connection.run("DROP TABLE setting") }
    #expect(health.status == 503)
    #expect(health.json["status"] == "store_unreadable")
    #expect(health.json["detail"]?.string?.contains("no such table") == true)
  }

  @Test func `says that the store cannot be written, from the first change that failed until one can be`()
    throws
  {
    let store = world.provider.store
    try store.read { try $0.connection.execute(script: "PRAGMA query_only = ON") }
    #expect(health.status == 200, "the newest change is fresh, and was written")
    #expect(world.signIn().status == 500)
    #expect(health.status == 503)
    #expect(health.json["status"] == "store_unwritable")
    #expect(health.json["detail"]?.string?.contains("readonly") == true)
    try store.read { try $0.connection.execute(script: "PRAGMA query_only = OFF") }
    #expect(health.status == 200)
    #expect(world.signIn().status == 201)
  }

  @Test func `asks the disk where nothing was changed for a while`() throws {
    let store = world.provider.store
    try store.read { try $0.connection.execute(script: "PRAGMA query_only = ON") }
    store.writing.at -= 11
    #expect(health.json["status"] == "store_unwritable")
  }

  @Test func `changes no row`() throws {
    let before = world.admin("GET", "snapshot").text
    world.provider.store.writing.at -= 11
    #expect(health.status == 200)
    #expect(world.admin("GET", "snapshot").text == before)
  }
}
