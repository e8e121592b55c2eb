package import AppleID
import SQL

extension Transaction {
  /// The ring, oldest key first.
  package func keyRing() throws -> KeyRing {
    KeyRing(
      keys: try connection.rows("SELECT * FROM signing_key ORDER BY position") { row throws(SQLError) in
        SigningKey(
          kid: try row.string("kid"), privateKey: try row.string("private_key"),
          createdAt: try row.int("created_at"),
          publishedFrom: try row.optionalInt("published_from"), signsFrom: try row.optionalInt("signs_from"),
          signsUntil: try row.optionalInt("signs_until"),
          publishedUntil: try row.optionalInt("published_until"))
      })
  }

  /// Adds a key at the end of the ring.
  package func insert(_ key: SigningKey) throws {
    try connection.run(
      """
      INSERT INTO signing_key (kid, private_key, created_at, published_from, signs_from, signs_until, published_until)
      VALUES (\(key.kid), \(key.privateKey), \(key.createdAt), \(key.publishedFrom), \(key.signsFrom),
        \(key.signsUntil), \(key.publishedUntil))
      """)
  }
}
