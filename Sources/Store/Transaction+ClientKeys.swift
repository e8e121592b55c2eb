package import AppleID
import Crypto
import JOSE
import JSON
import SQL

extension Transaction {
  /// The key of that Key ID, live or revoked, or nil.
  package func clientKey(_ keyID: String) throws -> ClientKey? {
    try connection.row("SELECT * FROM client_key WHERE key_id = \(keyID)", Self.clientKey)
  }

  /// The keys of a team, oldest first.
  package func clientKeys(ofTeam teamID: String) throws -> [ClientKey] {
    try connection.rows(
      "SELECT * FROM client_key WHERE team_id = \(teamID) ORDER BY rowid", Self.clientKey)
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

  private static func clientKey(_ row: Row) throws(SQLError) -> ClientKey {
    ClientKey(
      keyID: try row.string("key_id"), teamID: try row.string("team_id"), publicKey: try publicKey(row),
      apps: try row.optionalStrings("apps"), revokedAt: try row.optionalInt("revoked_at"))
  }

  private static func publicKey(_ row: Row) throws(SQLError) -> ECPublicKey {
    // A JWK: OpenSSL takes ten times as long to read the same key from PEM, and every new client_secret needs it.
    let json = try row.value("public_key") { fields in fields.value("public_key") ?? .null }
    do throws(JOSEError) {
      return try JWK.ecPublicKey(json)
    } catch {
      throw row.error("public_key", "is no P-256 public key: \(error)")
    }
  }
}
