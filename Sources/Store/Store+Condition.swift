import Glibc
import SQL

/// How the store fares, for who looks after it.
extension Store {
  /// The size of the database.
  package struct Size: Sendable, Equatable {
    /// Of the whole, in bytes.
    package let bytes: Int
    /// Of the pages that rows have left and others will take, in bytes.
    package let freeBytes: Int
  }

  /// The present size, also of one in memory.
  package func size() throws -> Size {
    try read { tx in
      let pages = try tx.connection.row(
        """
        SELECT page_size, page_count, freelist_count FROM pragma_page_size, pragma_page_count, pragma_freelist_count
        """
      ) { row throws(SQLError) in
        (try row.int("page_size"), try row.int("page_count"), try row.int("freelist_count"))
      }
      let (size, count, free) = pages ?? (0, 0, 0)
      return Size(bytes: size * count, freeBytes: size * free)
    }
  }

  /// Throws `SQLError` where no row can be read.
  package func checkReading() throws { _ = try read { try $0.setting("first_ring") } }

  /// Throws `SQLError` where nothing can be written, such as on a full disk, and `Gone` where it would not last. It asks
  /// the disk only where the newest change is older than ten seconds of real time, or failed: one page then, which no row
  /// is changed by.
  package func checkWriting() throws {
    if lock.withLock({ connection.hasMoved }) { throw Gone() }
    let isFresh = lock.withLock { writing.isGood && Self.seconds() - writing.at < 10 }
    guard !isFresh else { return }
    try write { tx in
      try tx.connection.execute(script: "PRAGMA user_version = \(Schema.history.scripts.count);")
    }
  }

  /// A store whose file was deleted, or moved away, or another put in its place, while it was open.
  package struct Gone: Error, CustomStringConvertible {
    package let description = "The file was deleted or moved; what is written now goes with this process."
  }

  /// What became of the newest change.
  struct Writing {
    /// Whether the machine did not fail it; one that was refused by a rule is a good one.
    var isGood = true
    /// Seconds of a clock that only runs forward.
    var at: Int
  }

  static func seconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec
  }
}
