package import AppleID
import JSON
import SQL

/// The outbox: what is to be told, and what has become of it.
extension Transaction {
  /// Adds a notification at the end of the outbox.
  package func insert(_ delivery: Delivery, at now: Int) throws {
    let event = delivery.event
    try connection.run(
      """
      INSERT INTO notification (id, jti, type, sub, event_time, private_email, iss, aud, client_id, account, url,
        is_url_given, mutation, state, attempts, failures, next_attempt_at, created_at)
      VALUES (\(delivery.id), \(delivery.jti), \(event.type), \(event.sub), \(event.eventTime), \(event.privateEmail),
        \(delivery.iss), \(delivery.aud), \(delivery.clientID), \(delivery.account), \(delivery.url),
        \(delivery.isURLGiven), \(delivery.mutation?.rawValue), \(delivery.state.rawValue), '[]', 0,
        \(delivery.nextAttemptAt), \(now))
      """)
  }

  /// Puts what has become of a notification in its place; nothing where it is gone.
  package func update(_ delivery: Delivery) throws {
    let attempts = JSON.array(delivery.attempts.map(\.json)).text()
    try connection.run(
      """
      UPDATE notification SET url = \(delivery.url), state = \(delivery.state.rawValue), attempts = \(attempts),
        failures = \(delivery.failures), next_attempt_at = \(delivery.nextAttemptAt), payload = \(delivery.payload)
      WHERE id = \(delivery.id)
      """)
  }

  /// The notification with that id, or nil.
  package func delivery(_ id: String) throws -> Delivery? {
    try connection.row("SELECT * FROM notification WHERE id = \(id)", Self.delivery)
  }

  /// What is still to be sent, of what came after a position, in the order in which it came; late is what was to wait
  /// from the beginning.
  package func outbox(after position: Int) throws -> [(
    position: Int, id: String, url: String, dueAt: Int, isRetry: Bool, isLate: Bool
  )] {
    try connection.rows(
      """
      SELECT position, id, url, next_attempt_at, attempts <> '[]' AS is_retry,
        next_attempt_at > created_at AS is_late FROM notification
      WHERE position > \(position) AND next_attempt_at IS NOT NULL AND url IS NOT NULL ORDER BY position
      """
    ) { row throws(SQLError) in
      (
        try row.int("position"), try row.string("id"), try row.string("url"), try row.int("next_attempt_at"),
        try row.bool("is_retry"), try row.bool("is_late")
      )
    }
  }

  /// The position of the newest notification in the log, 0 where there is none.
  package func lastDeliveryPosition() throws -> Int {
    try connection.row("SELECT coalesce(max(position), 0) AS position FROM notification") {
      row throws(SQLError) in
      try row.int("position")
    } ?? 0
  }

  /// The position of a notification in the log, or nil where none has that id.
  package func position(ofDelivery id: String) throws -> Int? {
    try connection.row("SELECT position FROM notification WHERE id = \(id)") { row throws(SQLError) in
      try row.int("position")
    }
  }

  /// The newest `limit` notifications after a position whose columns hold these texts, oldest first.
  package func deliveries(
    where wanted: [(column: String, text: String)], after position: Int = 0, limit: Int = .max
  ) throws -> [Delivery] {
    try connection.rows(
      """
      SELECT * FROM (SELECT * FROM notification WHERE \(Self.condition(wanted, after: position))
        ORDER BY position DESC LIMIT \(limit)) ORDER BY position
      """, Self.delivery)
  }

  /// How many there are of these.
  package func countDeliveries(where wanted: [(column: String, text: String)], after position: Int) throws
    -> Int
  {
    try connection.row(
      "SELECT count(*) AS n FROM notification WHERE \(Self.condition(wanted, after: position))"
    ) {
      row throws(SQLError) in try row.int("n")
    } ?? 0
  }

  /// How many notifications are in each state.
  package func countDeliveriesByState() throws -> [(state: String, count: Int)] {
    try connection.rows("SELECT state, count(*) AS n FROM notification GROUP BY state ORDER BY state") {
      row throws(SQLError) in (try row.string("state"), try row.int("n"))
    }
  }

  /// Forgets what came to its end and was made before `moment`, and all but the newest `count` of these.
  package func forgetDeliveries(madeBefore moment: Int, keeping count: Int) throws {
    try connection.run(
      """
      DELETE FROM notification WHERE next_attempt_at IS NULL AND (created_at < \(moment) OR position <= (
        SELECT position FROM notification WHERE next_attempt_at IS NULL ORDER BY position DESC LIMIT 1 OFFSET \(count)))
      """)
  }

  private static func condition(_ wanted: [(column: String, text: String)], after position: Int) -> SQL {
    wanted.reduce("position > \(position)") { "\($0) AND \(identifier: $1.column) = \($1.text)" }
  }

  private static func delivery(_ row: Row) throws(SQLError) -> Delivery {
    var delivery = Delivery(
      id: try row.string("id"), jti: try row.string("jti"),
      event: NotificationEvent(
        type: try row.string("type"), sub: try row.string("sub"), eventTime: try row.int("event_time"),
        privateEmail: try row.optionalString("private_email")),
      iss: try row.string("iss"), aud: try row.string("aud"), clientID: try row.string("client_id"),
      account: try row.string("account"), url: try row.optionalString("url"),
      isURLGiven: try row.bool("is_url_given"),
      mutation: try row.optionalChoice("mutation", of: NotificationMutation.self), dueAt: 0)
    delivery.state = try row.choice("state", of: Delivery.State.self)
    delivery.attempts = try row.value("attempts") { fields throws(FieldErrors) in
      try Self.attempts(&fields, "attempts")
    }
    delivery.failures = try row.int("failures")
    delivery.nextAttemptAt = try row.optionalInt("next_attempt_at")
    delivery.payload = try row.optionalString("payload")
    return delivery
  }

  /// The attempts in a JSON column that `update` wrote; throws on anything else.
  static func attempts(_ column: inout Fields, _ name: String) throws(FieldErrors) -> [Delivery.Attempt] {
    guard let entries = try column.objects(name) else { throw column.error(name, "must hold an array.") }
    var attempts: [Delivery.Attempt] = []
    for var entry in entries { attempts.append(try Delivery.Attempt(&entry)) }
    return attempts
  }
}
