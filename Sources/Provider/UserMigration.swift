package import AppleID
import Primitives
import Store

/// `/auth/usermigrationinfo`: what a person is called between two teams.
extension Provider {
  /// Apple's “Transferring your apps and users to another team” and “Bringing new apps and users into your team”.
  package func userMigration(_ request: UserMigrationRequest, in context: Context) throws
    -> UserMigrationResponse
  {
    let client = try authenticate(
      clientID: request.clientID, clientSecret: request.clientSecret, migrates: true, in: context)
    return try store.write { tx in
      let token = try accessToken(request, by: client, context: context, in: tx)
      switch request.direction {
      case .sending(let sub, let target):
        try checkSending(to: target, by: client, context: context, in: tx)
        let account = try account(ofSub: sub, of: client, context: context, in: tx)
        try finish(account, by: client, with: token, context: context, in: tx)
        return .transferSub(
          try transferSub(of: account, from: client.teamID, to: target, context: context, in: tx))
      case .receiving(let transferSub):
        let account = try account(ofTransferSub: transferSub, by: client, context: context, in: tx)
        try finish(account, by: client, with: token, context: context, in: tx)
        return try user(account, of: client, context: context, in: tx)
      }
    }
  }

  /// The `transfer_sub` that identity tokens of a client carry about a person: while the newest transfer's window is
  /// open, where the person was known to the sender.
  func transferSub(of account: String, client: Client, context: Context, in tx: Transaction) throws -> String?
  {
    guard let transfer = try tx.transfers(of: client.group).last(where: { $0.acceptedAt != nil }),
      transfer.state(at: context.now) == .accepted,
      try tx.userIdentifier(of: account, teamID: transfer.fromTeam) != nil
    else { return nil }
    return try transferSub(
      of: account, from: transfer.fromTeam, to: transfer.toTeam, context: context, in: tx)
  }

  private func transferSub(
    of account: String, from sender: String, to recipient: String, context: Context, in tx: Transaction
  ) throws -> String {
    try tx.transferIdentifier(of: account, from: sender, to: recipient) {
      ids.userIdentifier(at: context.now, scope: sender + ">" + recipient + "/" + account)
    }
  }

  /// The bearer, held to its client and its end. The receiving team may leave it away.
  private func accessToken(
    _ request: UserMigrationRequest, by client: Client, context: Context, in tx: Transaction
  ) throws -> AccessToken? {
    guard let sent = request.accessToken else {
      if case .receiving = request.direction { return nil }
      throw Refusal(
        .accessTokenMissing,
        hint: "The header Authorization: Bearer with an access token is missing. "
          + "Get one: grant_type=client_credentials&scope=user.migration.")
    }
    guard let token = try tx.accessToken(sent) else {
      throw Refusal(
        .accessTokenUnknown,
        hint: Artefact.kind(of: sent) == "r"
          ? "The bearer is a refresh token; send an access token."
          : "No such access token was issued here, or it was forgotten after its end.")
    }
    context.notes.account = token.account
    try token.check(client: client, at: context.now)
    return token
  }

  /// The target is the recipient of the asking team's transfer that waits, or whose window is open; before one is
  /// started, any other team.
  private func checkSending(to target: String, by client: Client, context: Context, in tx: Transaction) throws
  {
    let open = try tx.transfers(of: client.group).filter {
      $0.fromTeam == client.teamID && $0.state(at: context.now) != .closed
    }
    if let newest = open.last {
      guard open.contains(where: { $0.toTeam.hasSameBytes(as: target) }) else {
        throw Refusal(
          .transferTargetMismatch,
          hint: "target is \(target), but \(client.group) is transferred to \(newest.toTeam).")
      }
      return
    }
    guard !target.hasSameBytes(as: client.teamID), try tx.team(target) != nil else {
      throw Refusal(
        .transferTargetMismatch,
        hint: "target is \(target), which is "
          + (target.hasSameBytes(as: client.teamID)
            ? "the sending team itself." : "no team that is registered here."))
    }
  }

  private static func inactive(_ newest: Transfer?, client: Client, at now: Int) -> Refusal {
    if let newest, newest.acceptedAt == nil {
      return Refusal(
        .transferInactive,
        hint: "The transfer of \(client.group) to \(newest.toTeam) has not been accepted yet. "
          + "mockapple transfer accept \(newest.id)")
    }
    guard let closesAt = newest?.closesAt else {
      return Refusal(
        .transferInactive,
        hint: "No transfer of \(client.group) by team \(client.teamID) was started. "
          + "mockapple transfer start --client-id \(client.group) --to-team T")
    }
    return Refusal(
      .transferInactive,
      hint:
        "The 60 days after the acceptance of \(client.group)'s transfer ended \(max(0, now - closesAt)) s ago. "
        + "Transfer the app back to open them anew.")
  }

  private func account(ofSub sub: String, of client: Client, context: Context, in tx: Transaction) throws
    -> String
  {
    guard let holder = try tx.holder(ofUserIdentifier: sub) else {
      let isTransferSub = try tx.holder(ofTransferIdentifier: sub) != nil
      throw Refusal(
        .migrationSubUnknown,
        hint: isTransferSub
          ? "sub is a transfer_sub; send the user identifier that team \(client.teamID) knows."
          : "sub is nobody's user identifier.")
    }
    context.notes.account = holder.account
    guard holder.teamID == client.teamID else {
      throw Refusal(
        .migrationSubOfAnotherTeam,
        hint: "sub is a user identifier of team \(holder.teamID); the request is of team \(client.teamID).")
    }
    return holder.account
  }

  private func account(
    ofTransferSub transferSub: String, by client: Client, context: Context, in tx: Transaction
  ) throws -> String {
    guard let known = try tx.holder(ofTransferIdentifier: transferSub) else {
      let isSub = try tx.holder(ofUserIdentifier: transferSub) != nil
      throw Refusal(
        .transferSubUnknown,
        hint: isSub
          ? "transfer_sub is a user identifier; send what the sending team got for it."
          : "transfer_sub is none that was generated here.")
    }
    context.notes.account = known.account
    guard known.toTeam == client.teamID else {
      throw Refusal(
        .transferSubOfAnotherTeam,
        hint: "transfer_sub was generated for team \(known.toTeam); the request is of team \(client.teamID).")
    }
    let transfers = try tx.transfers(of: client.group).filter {
      $0.fromTeam == known.fromTeam && $0.toTeam == known.toTeam
    }
    guard transfers.contains(where: { $0.state(at: context.now) == .accepted }) else {
      throw Self.inactive(transfers.last, client: client.of(team: known.fromTeam), at: context.now)
    }
    return known.account
  }

  /// What is held against either direction: the person uses the app, the bearer is theirs, and it has not been used.
  private func finish(
    _ account: String, by client: Client, with token: AccessToken?, context: Context, in tx: Transaction
  ) throws {
    guard try tx.consent(of: account, group: client.group) != nil else {
      throw Refusal(
        .migrationConsentEnded, hint: "\(account) does not use \(client.group) any more, or never did.")
    }
    try token?.check(account: account)
    try limit(.account, account, of: client, context: context, in: tx)
    // One of a team is good for many calls.
    if let token, token.account != nil { _ = try tx.use(token, at: context.now) }
  }

  private func user(_ account: String, of client: Client, context: Context, in tx: Transaction) throws
    -> UserMigrationResponse
  {
    guard let known = try tx.account(account) else {
      throw Refusal(.migrationConsentEnded, hint: "The account \(account) is gone.")
    }
    let consent = try tx.consent(of: account, group: client.group)
    let person = try self.person(known, client: client, consent: consent, context: context, in: tx)
    let email = person.email.flatMap { $0.isPrivate ? $0.address : nil }
    return .user(sub: person.sub, privateEmail: email)
  }
}
