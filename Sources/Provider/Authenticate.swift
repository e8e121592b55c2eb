import AppleID
import Store

extension Provider {
  /// Client authentication by `client_secret_post` (RFC 6749 section 2.3.1): the registered client, or the first
  /// of Apple's rules on the secret that fails. Where the call `migrates` users, the secret of a team that transferred
  /// the app is good for 60 days, too, and the client is then one of that team.
  func authenticate(
    clientID: String, clientSecret: String, migrates: Bool = false, in context: Context
  ) throws -> Client {
    context.notes.clientID = clientID
    let client = try authenticated(
      clientID: clientID, clientSecret: clientSecret, migrates: migrates, in: context)
    try limit(.client, clientID, of: client, in: context)
    return client
  }

  private func authenticated(
    clientID: String, clientSecret: String, migrates: Bool, in context: Context
  ) throws -> Client {
    if let client = verifiedSecrets.client(clientID, secret: clientSecret, migrates: migrates, in: context) {
      return client
    }
    let generation = verifiedSecrets.generation
    let (registered, secret) = try proven(clientID, clientSecret)
    let transfer = try transfer(of: registered, by: secret.iss)
    let isSender = migrates && transfer?.state(at: context.now) == .accepted
    let client = isSender ? registered.of(team: transfer?.fromTeam ?? "") : registered
    let forgivenBefore = context.notes.forgiven.count
    let examination = try examination(of: secret, clientID: clientID, as: client, in: context)
    for finding in examination.findings(on: secret) where finding.outcome == .fail {
      let moved =
        finding.rule == .clientSecretIssMismatch ? transfer.map { Self.moved($0, at: context.now) } ?? "" : ""
      let refusal = Refusal(finding.rule, hint: finding.detail + moved + Self.fix(client))
      switch finding.rule {
      case .clientSecretExpired: try context.notes.forgive(refusal, with: .expiredSecret, of: client)
      case .clientSecretExpTooFar: try context.notes.forgive(refusal, with: .longSecret, of: client)
      default: throw refusal
      }
    }
    if context.notes.forgiven.count == forgivenBefore {
      verifiedSecrets.remember(
        clientSecret, secret, of: client, sender: isSender ? transfer : nil, issuer: context.issuer,
        generation: generation)
    }
    return client
  }

  /// The newest accepted transfer of a client's group by a team that it is not with any more.
  private func transfer(of client: Client, by teamID: String?) throws -> Transfer? {
    guard let teamID, teamID != client.teamID else { return nil }
    return try store.read { tx in
      try tx.transfers(of: client.group).last { $0.fromTeam == teamID && $0.acceptedAt != nil }
    }
  }

  private static func moved(_ transfer: Transfer, at now: Int) -> String {
    " \(transfer.clientID) was transferred to \(transfer.toTeam): secrets of \(transfer.fromTeam) "
      + (transfer.state(at: now) == .closed ? "were" : "are")
      + " good for grant_type=client_credentials and /auth/usermigrationinfo alone, for 60 days."
  }

  /// The client and the secret taken apart; the registry is asked first, as at Apple.
  private func proven(_ clientID: String, _ clientSecret: String) throws -> (Client, ClientSecret) {
    let (client, registered) = try store.read { tx in
      let client = try tx.client(clientID)
      return (client, client == nil ? try tx.clientIDs() : [])
    }
    guard let client else {
      throw Refusal(.clientUnknown, hint: Mistake.clientID(clientID, registered: registered))
    }
    do {
      return (client, try ClientSecret(clientSecret))
    } catch {
      throw Refusal(
        .clientSecretMalformed,
        hint: "client_secret is no JWT: \(error)" + Self.fix(client))
    }
  }

  /// What the registry knows that a secret (nil: what is no JWT) is held to; `known` is the client where it has been looked up.
  func examination(
    of secret: ClientSecret?, clientID: String?, as known: Client? = nil, in context: Context
  ) throws -> Examination {
    let (client, key) = try store.read { tx in
      (try known ?? clientID.flatMap { try tx.client($0) }, try secret?.kid.flatMap { try tx.clientKey($0) })
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
