package import AppleID
package import Crypto
import JOSE
import JSON
import Store

extension Provider {
  /// Signs a client_secret for a registered client with a private key that is given, or that the mock knows.
  /// Throws `FieldErrors` where there is no such client or key. `expiresIn` is in seconds.
  package func clientSecret(
    clientID: String, keyID: String?, privateKey: ECPrivateKey?, expiresIn: Int, in context: Context
  ) throws -> String {
    let (client, key, known) = try store.read { tx in
      guard let client = try tx.client(clientID) else {
        throw FieldErrors([FieldError(field: "client_id", message: "there is no client \(clientID).")])
      }
      let key = try mintingKey(keyID, needsPrivate: privateKey == nil, for: client, in: tx)
      return (client, key, try tx.privateKey(of: key.keyID))
    }
    guard let signer = try privateKey ?? known.map({ try ECPrivateKey(pem: $0) }) else {
      throw FieldErrors([
        FieldError(
          field: "private_key",
          message: "is needed: of key \(key.keyID) the mock knows the public half alone.")
      ])
    }
    return try ClientSecret.signed(
      teamID: client.teamID, keyID: key.keyID, clientID: clientID, key: signer, now: context.stampNow,
      expiresIn: expiresIn)
  }

  private func mintingKey(_ keyID: String?, needsPrivate: Bool, for client: Client, in tx: Transaction) throws
    -> ClientKey
  {
    if let keyID {
      guard let key = try tx.clientKey(keyID) else {
        throw FieldErrors([FieldError(field: "key_id", message: "there is no key \(keyID).")])
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
          message:
            "team \(client.teamID) has no live key for it; add one: POST /admin/teams/\(client.teamID)/keys")
      ])
    }
    return key
  }

  /// Every rule's verdict on a secret, as the registry stands. Throws `JOSEError` where it is no JWT.
  package func explain(_ clientSecret: String, clientID: String?, in context: Context) throws -> (
    findings: [Examination.Finding], exp: Double?
  ) {
    let secret = try ClientSecret(clientSecret)
    let clientID = clientID ?? secret.sub
    return (try examination(of: secret, clientID: clientID, in: context).findings(on: secret), secret.exp)
  }
}
