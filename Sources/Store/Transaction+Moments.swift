package import AppleID
import SQL

/// The moments that rows hold on the clock the rules obey. Claims such as `auth_time` and `event_time` are none of these:
/// they are stamps, which go between the mock and a backend.
extension Transaction {
  /// What has happened, column by column, where nothing else of the row depends on it. Those of keys follow with the ring,
  /// which is taken up whole (`KeyRing.rewind`).
  static let moments: [(table: String, column: String)] = [
    ("client_key", "revoked_at"), ("account", "deleted_at"), ("consent", "consented_at"),
    ("consent", "ended_at"),
    ("authorization_code", "issued_at"), ("authorization_code", "used_at"),
    ("authorization_code", "revoked_at"),
    ("refresh_token", "issued_at"), ("refresh_token", "used_at"), ("refresh_token", "revoked_at"),
    ("access_token", "issued_at"), ("access_token", "used_at"), ("access_token", "revoked_at"),
    ("transfer", "accepted_at"),
  ]

  /// Lets every row follow a clock that is set back.
  package func rewind(by setBack: ClockSetBack) throws {
    let now = setBack.now
    try connection.run(
      """
      UPDATE notification SET created_at = min(created_at, \(now)),
        next_attempt_at = max(\(now), next_attempt_at - \(setBack.distance))
      WHERE next_attempt_at > \(now)
      """)
    try settle(at: now)
  }

  /// Lets what has happened after `now`, seconds since 1970, count as happening now. There is such where a request was
  /// under way while the clock was set back, or the real clock was: it would not grow old.
  package func settle(at now: Int) throws {
    try connection.run(
      """
      UPDATE notification SET created_at = \(now), next_attempt_at = next_attempt_at - (created_at - \(now))
      WHERE created_at > \(now)
      """)
    try connection.run(
      """
      UPDATE rate_use SET started_at = \(now), ends_at = ends_at - (started_at - \(now))
      WHERE started_at > \(now)
      """)
    for (table, column) in Self.moments {
      try connection.run(
        """
        UPDATE \(identifier: table) SET \(identifier: column) = \(now) WHERE \(identifier: column) > \(now)
        """)
    }
  }
}
