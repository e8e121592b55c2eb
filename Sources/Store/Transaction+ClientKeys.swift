package import AppleID
import JOSE
import JSON
import SQL

extension Transaction {
  /// The key of that Key ID, live or revoked, or nil.
  package func clientKey(_ keyID: String) throws -> ClientKey? {
    try connection.row("SELECT * FROM client_key WHERE key_id = \(keyID)") { row throws(SQLError) in
      try Self.storedKey(row)
    }.map(Self.clientKey)
  }

  /// The keys of a team, oldest first.
  package func clientKeys(ofTeam teamID: String) throws -> [ClientKey] {
    try connection.rows("SELECT * FROM client_key WHERE team_id = \(teamID) ORDER BY rowid") {
      row throws(SQLError) in
      try Self.storedKey(row)
    }.map(Self.clientKey)
  }

  /// The private half of a key as PEM, where the mock knows it.
  package func privateKey(of keyID: String) throws -> String? {
    try connection.row("SELECT private_key FROM client_key WHERE key_id = \(keyID)") { row throws(SQLError) in
      try row.optionalString("private_key")
    } ?? nil
  }

  /// Adds a key; `privateKey` is PEM, and nil where only the public half is known.
  package func insert(_ key: ClientKey, privateKey: String?) throws {
    let apps = key.apps.map(encode)
    try connection.run(
      """
      INSERT INTO client_key (key_id, team_id, public_key, private_key, apps)
      VALUES (\(key.keyID), \(key.teamID), \(JWK.json(key.publicKey).text()), \(privateKey), \(apps))
      """)
  }

  /// Revokes a live key; false where there is none.
  package func revokeClientKey(_ keyID: String, ofTeam teamID: String, at now: Int) throws -> Bool {
    try connection.run(
      """
      UPDATE client_key SET revoked_at = \(now)
      WHERE key_id = \(keyID) AND team_id = \(teamID) AND revoked_at IS NULL
      """) == 1
  }

  private typealias StoredKey = (
    keyID: String, teamID: String, publicKey: String, apps: String?, revokedAt: Int?
  )

  private static func storedKey(_ row: Row) throws(SQLError) -> StoredKey {
    (
      try row.string("key_id"), try row.string("team_id"), try row.string("public_key"),
      try row.optionalString("apps"), try row.optionalInt("revoked_at")
    )
  }

  private static func clientKey(_ stored: StoredKey) throws -> ClientKey {
    // A JWK: OpenSSL takes ten times as long to read the same key from PEM, and every new client_secret needs it.
    ClientKey(
      keyID: stored.keyID, teamID: stored.teamID,
      publicKey: try JWK.ecPublicKey(try JSON(parsing: Array(stored.publicKey.utf8))),
      apps: stored.apps.map(decodeStrings), revokedAt: stored.revokedAt)
  }
}

/// A list of strings as a JSON column.
func encode(_ strings: [String]) -> String { JSON.array(strings.map { .string($0) }).text() }

/// The list of strings in a JSON column that `encode` wrote.
func decodeStrings(_ text: String) -> [String] {
  // What is in such a column was written by `encode`; anything else is no list.
  (try? JSON(parsing: Array(text.utf8)))?.array?.compactMap(\.string) ?? []
}
