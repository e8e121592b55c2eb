package import AppleID
package import Crypto
import JOSE
import JSON
import Store

extension Provider {
  /// Signs a client_secret for a registered client with a private key that is given, or that the mock knows.
  /// Throws `FieldErrors` where there is no such client or key. `expiresIn` is in seconds.
  package func clientSecret(
    clientID: String, keyID: String?, privateKey: ECPrivateKey?, expiresIn: Int,
    mutation: ClientSecretMutation? = nil, in context: Context
  ) throws -> String {
    let (client, key, known) = try store.read { tx in
      guard let client = try tx.client(clientID) else {
        throw FieldErrors([
          FieldError(field: "client_id", message: "is \(clientID); there is no such client.")
        ])
      }
      let key = try mintingKey(keyID, needsPrivate: privateKey == nil, for: client, in: tx)
      return (client, key, try tx.privateKey(of: key.keyID))
    }
    guard let signer = try privateKey ?? known.map({ try Self.read($0, of: key.keyID) }) else {
      throw FieldErrors([
        FieldError(
          field: "private_key",
          message: "is needed: of key \(key.keyID) the mock knows the public half alone.")
      ])
    }
    guard let mutation else {
      return try ClientSecret.signed(
        teamID: key.teamID, keyID: key.keyID, clientID: clientID, key: signer, now: context.stampNow,
        expiresIn: expiresIn)
    }
    return try mutation.signed(
      teamID: key.teamID, keyID: key.keyID, clientID: clientID, key: signer, now: context.stampNow,
      expiresIn: expiresIn
    ) { try keyOfAnotherGroup(than: client) }
  }

  /// A live key whose private half the mock knows and that is not for the client's group.
  private func keyOfAnotherGroup(than client: Client) throws -> (keyID: String, key: ECPrivateKey) {
    let found = try store.read { tx in
      for key in try tx.teams().flatMap({ try tx.clientKeys(ofTeam: $0.teamID) }) {
        guard key.revokedAt == nil, key.teamID != client.teamID || !key.isFor(group: client.group),
          let pem = try tx.privateKey(of: key.keyID)
        else { continue }
        return (key.keyID, pem) as (String, String)?
      }
      return nil
    }
    guard let found else {
      throw FieldErrors([
        FieldError(
          field: "mutation",
          message: "other_group_key needs a key of another group; make one: POST /admin/teams/{team_id}/keys "
            + "of another team, or with other apps.")
      ])
    }
    return (found.0, try Self.read(found.1, of: found.0))
  }

  private static func read(_ pem: String, of keyID: String) throws -> ECPrivateKey {
    do throws(OpenSSLError) {
      return try ECPrivateKey(pem: pem)
    } catch {
      throw StoredValueError(
        table: "client_key", row: "key_id \"\(keyID)\"", column: "private_key",
        reason: "is no P-256 private key: \(error)")
    }
  }

  private func mintingKey(_ keyID: String?, needsPrivate: Bool, for client: Client, in tx: Transaction) throws
    -> ClientKey
  {
    if let keyID {
      guard let key = try tx.clientKey(keyID) else {
        throw FieldErrors([FieldError(field: "key_id", message: "is \(keyID); there is no such key.")])
      }
      return key
    }
    let usable = try tx.clientKeys(ofTeam: client.teamID).filter { key in
      key.revokedAt == nil && key.isFor(group: client.group)
    }
    let known = try usable.first { try !needsPrivate || tx.privateKey(of: $0.keyID) != nil }
    guard let key = known ?? usable.first else {
      throw FieldErrors([
        FieldError(
          field: "client_id",
          message: "is of team \(client.teamID), which has no live key for it; add one:"
            + " POST /admin/teams/\(client.teamID)/keys"
        )
      ])
    }
    return key
  }

  /// Every rule's verdict on a secret, as the registry stands, and its `exp` where it has one.
  package func explain(_ clientSecret: String, clientID: String?, in context: Context) throws -> (
    findings: [Examination.Finding], exp: Double?
  ) {
    do {
      let secret = try ClientSecret(clientSecret)
      let clientID = clientID ?? secret.sub
      return (try examination(of: secret, clientID: clientID, in: context).findings(on: secret), secret.exp)
    } catch let error as JOSEError {
      return (try examination(of: nil, clientID: clientID, in: context).findings(notAJWT: error), nil)
    }
  }
}
