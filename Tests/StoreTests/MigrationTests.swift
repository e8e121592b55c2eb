import SQL
import Store
import TestSupport
import Testing

@Suite struct `Opening a file` {
  let folder = Folder()
  private var path: String { folder.file("store.sqlite") }

  /// Expects that opening throws this, and leaves the file as it was, byte for byte.
  private func expectUntouched(
    _ refusal: Migration.Refusal, at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = folder.bytes(of: "store.sqlite")
    #expect(throws: refusal, sourceLocation: sourceLocation) { try Store(path: path) }
    #expect(folder.bytes(of: "store.sqlite") == before, sourceLocation: sourceLocation)
    #expect(!before.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `of a newer schema is refused`() throws {
    _ = try Store(path: path)
    try Connection(path: path).execute(script: "PRAGMA user_version = 9999")
    let known = try #require(throws: Migration.Refusal.self) { try Store(path: path) }
    guard case .newer(version: 9999, let count) = known else { return #expect(Bool(false), "\(known)") }
    #expect(count >= 1)
    #expect(
      known.description.hasPrefix(
        "The file has schema 9999, this version knows \(count); it was left untouched."))
    expectUntouched(known)
  }

  @Test func `of another program is refused`() throws {
    try Connection(path: path).execute(script: "CREATE TABLE theirs (n INTEGER)")
    expectUntouched(.foreign)
  }

  @Test func `of another program without a table is refused`() throws {
    try Connection(path: path).execute(script: "PRAGMA application_id = 7; PRAGMA user_version = 1")
    expectUntouched(.foreign)
  }

  @Test func `that is no database is refused`() {
    _ = folder.write(String(repeating: "This is a letter to my aunt.\n", count: 100), to: "store.sqlite")
    let before = folder.bytes(of: "store.sqlite")
    #expect(throws: (any Error).self) { try Store(path: path) }
    #expect(folder.bytes(of: "store.sqlite") == before)
  }

  @Test func `that is empty makes a store of it, once`() throws {
    _ = folder.write("", to: "store.sqlite")
    for _ in 1...2 {
      let store = try Store(path: path)
      try store.write { try $0.setSetting("x", to: "y") }
    }
    #expect(try Store(path: path).read { try $0.setting("x") } == "y")
  }

  @Test func `in a folder that is not there is refused`() {
    #expect(throws: Store.Unusable.self) { try Store(path: folder.file("nowhere/store.sqlite")) }
  }
}
