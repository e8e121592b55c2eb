package import AppleID
import SQL

/// How often a limit was used by one subject in its present window.
package struct RateUse: Sendable, Equatable {
  package let subject: String
  package let count: Int
  /// Seconds since 1970.
  package let startedAt: Int
}

extension Transaction {
  /// Counts a use; nil where it is within the limit, otherwise the seconds until the window ends.
  package func use(_ limit: RateLimit, subject: String, at now: Int) throws -> Int? {
    let use = try connection.row(
      "SELECT subject, count, started_at FROM rate_use WHERE \"limit\" = \(limit.key) AND subject = \(subject)",
      Self.use)
    // A window that began in the future of a clock set back counts as beginning now.
    guard let use, max(0, now - use.startedAt) < limit.window else {
      guard limit.limit > 0 else { return limit.window }
      try connection.run(
        """
        INSERT OR REPLACE INTO rate_use ("limit", subject, count, started_at, ends_at)
        VALUES (\(limit.key), \(subject), 1, \(now), \(now + limit.window))
        """)
      return nil
    }
    guard use.count < limit.limit else { return limit.window - max(0, now - use.startedAt) }
    try connection.run(
      "UPDATE rate_use SET count = count + 1 WHERE \"limit\" = \(limit.key) AND subject = \(subject)")
    return nil
  }

  /// The uses of a limit whose window has not ended, newest first, at most a hundred.
  package func uses(of limit: RateLimit, at now: Int) throws -> [RateUse] {
    try connection.rows(
      """
      SELECT subject, count, started_at FROM rate_use WHERE "limit" = \(limit.key) AND ends_at > \(now)
      ORDER BY started_at DESC LIMIT 100
      """, Self.use)
  }

  /// Forgets windows that have ended.
  package func forgetRateUses(endedBefore moment: Int) throws {
    try connection.run("DELETE FROM rate_use WHERE ends_at < \(moment)")
  }

  private static func use(_ row: Row) throws(SQLError) -> RateUse {
    RateUse(
      subject: try row.string("subject"), count: try row.int("count"), startedAt: try row.int("started_at"))
  }
}
