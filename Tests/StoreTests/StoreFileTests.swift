import Glibc
import SQL
import Store
import TestSupport
import Testing

@Suite struct `The file of a store` {
  private let folder = Folder()
  private var path: String { folder.file("store.sqlite") }

  /// The permissions of a file, and its size in bytes.
  private func look(_ path: String) throws -> (mode: mode_t, size: Int) {
    var status = stat()
    try #require(lstat(path, &status) == 0, "\(path)")
    return (status.st_mode & 0o777, Int(status.st_size))
  }

  @Test func `is for its owner alone, as is what stands beside it: private keys are in there`() throws {
    let store = try Store(path: path)
    try store.write { try $0.setSetting("x", to: "y") }
    #expect(try look(path).mode == 0o600)
    #expect(try look(path + "-wal").mode == 0o600)
    // With one process alone there is no -shm; a copy made by another would get it from SQLite, with the file's mode.
    #expect(access(path + "-shm", F_OK) != 0)
  }

  @Test func `keeps the mode that somebody gave it`() throws {
    do { _ = try Store(path: path) }
    chmod(path, 0o640)
    let store = try Store(path: path)
    try store.write { try $0.setSetting("x", to: "y") }
    #expect(try look(path).mode == 0o640)
    #expect(try look(path + "-wal").mode == 0o640)
  }

  @Test func `has a log beside it that stays small`() throws {
    let store = try Store(path: path)
    let text = String(repeating: "x", count: 20_000_000)
    try store.write { try $0.setSetting("x", to: text) }
    for index in 0..<3 { try store.write { try $0.setSetting("x", to: "\(index)") } }
    #expect(try look(path + "-wal").size <= 4 << 20)
  }

  @Test(arguments: [true, false]) func `gives the room of what is gone to what comes`(isOnFile: Bool) throws {
    let store = try Store(path: isOnFile ? path : ":memory:")
    for index in 0..<20 {
      try store.write { try $0.setSetting("x\(index)", to: String(repeating: "x", count: 100_000)) }
    }
    let full = try store.size()
    #expect(full.bytes > 2_000_000)
    for index in 0..<20 { try store.write { try $0.setSetting("x\(index)", to: "") } }
    let empty = try store.size()
    #expect(empty.bytes == full.bytes)
    #expect(empty.freeBytes > 1_900_000)
    for index in 0..<19 {
      try store.write { try $0.setSetting("x\(index)", to: String(repeating: "z", count: 100_000)) }
    }
    #expect(try store.size().bytes == full.bytes)
  }

  @Test(arguments: [true, false]) func `is missed when it is gone`(isReplaced: Bool) throws {
    let store = try Store(path: path)
    try #require(rename(path, path + "-old") == 0)
    if isReplaced { _ = folder.write("", to: "store.sqlite") }
    #expect(throws: Store.Gone.self) { try store.checkWriting() }
    try #require(rename(path + "-old", path) == 0)
    #expect(throws: Never.self) { try store.checkWriting() }
  }

  @Test func `is written to by a check that changes nothing`() throws {
    let store = try Store(path: path)
    #expect(throws: Never.self) { try store.checkReading() }
    #expect(throws: Never.self) { try store.checkWriting() }
  }
}
