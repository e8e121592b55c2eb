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
    let ring = try JSON(parsing: Array((try setting("ring") ?? "{}").utf8))
    return KeyRing(
      keys: keys, skew: ring["skew"].flatMap(KeyRing.Skew.init), reachedAt: ring["reached_at"]?.int ?? Int.min
    )
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
  fileprivate init?(_ json: JSON) {
    guard let kid = json["hidden_kid"]?.string, let until = json["until"]?.int,
      let staleOf = json["stale_of"]?.int,
      let of = json["of"]?.int
    else { return nil }
    self.init(hiddenKid: kid, until: until, staleOf: staleOf, of: of)
  }

  fileprivate var json: JSON {
    ["hidden_kid": .string(hiddenKid), "until": .int(until), "stale_of": .int(staleOf), "of": .int(of)]
  }
}
