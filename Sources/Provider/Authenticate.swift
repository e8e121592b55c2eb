import AppleID
import Store

extension Provider {
  /// Client authentication by `client_secret_post` (RFC 6749 section 2.3.1): the registered client, or the first
  /// of Apple's rules on the secret that fails.
  func authenticate(clientID: String, clientSecret: String, in context: Context) throws -> Client {
    context.notes.clientID = clientID
    let client = try authenticated(clientID: clientID, clientSecret: clientSecret, in: context)
    try limit(.client, clientID, of: client, in: context)
    return client
  }

  private func authenticated(clientID: String, clientSecret: String, in context: Context) throws -> Client {
    if let client = verifiedSecrets.client(clientID, secret: clientSecret, in: context) {
      return client
    }
    let generation = verifiedSecrets.generation
    let (client, secret) = try proven(clientID, clientSecret)
    let forgivenBefore = context.notes.forgiven.count
    let examination = try examination(of: secret, clientID: clientID, in: context)
    for finding in examination.findings(on: secret) where finding.outcome == .fail {
      let refusal = Refusal(finding.rule, hint: finding.detail + Self.fix(client))
      switch finding.rule {
      case .clientSecretExpired: try context.notes.forgive(refusal, with: .expiredSecret, of: client)
      case .clientSecretExpTooFar: try context.notes.forgive(refusal, with: .longSecret, of: client)
      default: throw refusal
      }
    }
    if context.notes.forgiven.count == forgivenBefore {
      verifiedSecrets.remember(
        clientSecret, secret, of: client, issuer: context.issuer, generation: generation)
    }
    return client
  }

  /// The client and the secret taken apart; the registry is asked first, as at Apple.
  private func proven(_ clientID: String, _ clientSecret: String) throws -> (Client, ClientSecret) {
    let (client, registered) = try store.read { tx in
      let client = try tx.client(clientID)
      return (client, client == nil ? try tx.clientIDs() : [])
    }
    guard let client else {
      throw Refusal(
        .clientUnknown,
        hint: Mistake.clientID(clientID, registered: registered)
          + " Register it: mockapple adopt --client-id \(clientID) …")
    }
    do {
      return (client, try ClientSecret(clientSecret))
    } catch {
      throw Refusal(
        .clientSecretMalformed,
        hint: "client_secret is no JWT: \(error)" + Self.fix(client))
    }
  }

  /// What the registry knows that a secret is held to.
  func examination(of secret: ClientSecret, clientID: String?, in context: Context) throws -> Examination {
    let (client, key) = try store.read { tx in
      (try clientID.flatMap { try tx.client($0) }, try secret.kid.flatMap { try tx.clientKey($0) })
    }
    return Examination(
      clientID: clientID, client: clientID == nil ? .notChecked : client.map { .found($0) } ?? .missing,
      key: key.map { .found($0) } ?? .missing, audiences: Self.audiences(context.issuer),
      now: context.stampNow,
      skew: context.behaviour.secretSkew)
  }

  /// Apple's audience, and the issuer where that is another.
  private static func audiences(_ issuer: String) -> [String] {
    issuer == ClientSecret.audience ? [issuer] : [ClientSecret.audience, issuer]
  }

  /// The command that shows a good secret, whichever world the client is of.
  private static func fix(_ client: Client) -> String {
    " Compare with: mockapple secret --client-id \(client.clientID) --team-id \(client.teamID)"
      + " --private-key AuthKey_KEYID.p8"
  }
}
