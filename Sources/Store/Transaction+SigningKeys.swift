package import AppleID
import JSON
import SQL

extension Transaction {
  /// The ring, oldest key first.
  package func keyRing() throws -> KeyRing {
    let keys = try connection.rows("SELECT * FROM signing_key ORDER BY position") { row throws(SQLError) in
      SigningKey(
        kid: try row.string("kid"), privateKey: try row.string("private_key"),
        createdAt: try row.int("created_at"),
        publishedFrom: try row.optionalInt("published_from"), signsFrom: try row.optionalInt("signs_from"),
        signsUntil: try row.optionalInt("signs_until"), publishedUntil: try row.optionalInt("published_until")
      )
    }
    guard let (reachedAt, skew) = try setting("ring", Self.reached) else {
      return KeyRing(keys: keys, reachedAt: Int.min)
    }
    return KeyRing(keys: keys, skew: skew, reachedAt: reachedAt)
  }

  /// Reads what `setReached` stored; throws on anything else.
  package static func reached(_ text: String) throws -> (at: Int, skew: KeyRing.Skew?) {
    var fields = try Fields(try JSON(parsing: Array(text.utf8)))
    guard let at = try fields.moment("reached_at") else { throw fields.error("reached_at", "is missing.") }
    var skew: KeyRing.Skew?
    if var entry = try fields.object("skew") { skew = try KeyRing.Skew(&entry) }
    try fields.finish()
    return (at, skew)
  }

  /// Puts a ring in the place of the one there is.
  package func replace(_ ring: KeyRing) throws {
    try connection.run("DELETE FROM signing_key")
    for key in ring.keys {
      try connection.run(
        """
        INSERT INTO signing_key
          (kid, private_key, created_at, published_from, signs_from, signs_until, published_until)
        VALUES (\(key.kid), \(key.privateKey), \(key.createdAt), \(key.publishedFrom), \(key.signsFrom),
          \(key.signsUntil), \(key.publishedUntil))
        """)
    }
    try setReached(ring)
  }

  /// Stores how far a ring has come.
  package func setReached(_ ring: KeyRing) throws {
    let state: JSON = ["reached_at": .int(ring.reachedAt), "skew": ring.skew?.json ?? .null]
    try setSetting("ring", to: state.text())
  }
}

extension KeyRing.Skew {
  fileprivate init(_ fields: inout Fields) throws {
    let kid = try fields.requiredString("hidden_kid")
    guard let until = try fields.moment("until") else { throw fields.error("until", "is missing.") }
    let of = try fields.number("of", 1...1_000_000_000) ?? 1
    let staleOf = try fields.number("stale_of", 0...of) ?? 0
    try fields.finish()
    self.init(hiddenKid: kid, until: until, staleOf: staleOf, of: of)
  }

  fileprivate var json: JSON {
    ["hidden_kid": .string(hiddenKid), "until": .int(until), "stale_of": .int(staleOf), "of": .int(of)]
  }
}
