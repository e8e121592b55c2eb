package import AppleID
import JSON
import Store

/// App transfers between teams (Apple, TN3159).
extension Provider {
  /// Every transfer, oldest first.
  package func transfers() throws -> [Transfer] { try store.read { try $0.transfers() } }

  /// Starts the transfer of a primary app to another team, which has to accept it. Throws `FieldErrors` for what cannot
  /// be transferred, and `Complaint.conflict` for what stands in the way.
  package func transfer(_ clientID: String, to teamID: String) throws -> Transfer {
    try store.write { tx in
      guard let client = try tx.client(clientID) else {
        throw Self.error("client_id", "is \(clientID); there is no such client.")
      }
      guard client.kind == .app else {
        throw Self.error("client_id", "is \(clientID), a service; it moves along with its app.")
      }
      if let primary = client.primary {
        throw Self.error("client_id", "is \(clientID), which is grouped with \(primary); ungroup it first.")
      }
      guard try tx.team(teamID) != nil else {
        throw Self.error("to_team", "is \(teamID); there is no such team.")
      }
      guard teamID != client.teamID else {
        throw Self.error("to_team", "is \(teamID), which \(clientID) is with already.")
      }
      if let pending = try tx.transfers(of: clientID).first(where: { $0.acceptedAt == nil }) {
        throw Complaint.conflict(
          "\(clientID) is on its way to \(pending.toTeam) already. Accept that first: "
            + "POST /admin/transfers/\(pending.id)/accept")
      }
      try checkUngrouped(client, in: tx)
      let transfer = Transfer(
        id: ids.localID(kind: "transfer", scope: clientID), clientID: clientID, fromTeam: client.teamID,
        toTeam: teamID)
      try tx.insert(transfer)
      return transfer
    }
  }

  /// The recipient accepts: the app and its Services IDs are theirs, what people allowed moves along, and the old
  /// team's tokens and codes end. Throws `Complaint` where there is no such transfer, or something stands in its way.
  package func acceptTransfer(_ id: String, in context: Context) throws -> Transfer {
    try change { tx in
      guard let transfer = try tx.transfer(id) else {
        throw Complaint.notFound("There is no transfer \(id).")
      }
      guard transfer.acceptedAt == nil else {
        throw Complaint.conflict("Transfer \(id) was accepted already.")
      }
      guard let client = try tx.client(transfer.clientID), client.kind == .app, client.primary == nil else {
        throw Complaint.conflict("\(transfer.clientID) is no primary app any more; ungroup it first.")
      }
      try checkUngrouped(client, in: tx)
      try tx.revokeEverybody(inGroup: client.clientID, by: .transfer, at: context.now)
      try tx.accept(transfer, at: context.now)
      return try tx.transfer(id) ?? transfer
    }
  }

  /// Whom a team that an app is or was with knows by this identifier; nil where it is nobody's
  /// (ASAuthorizationAppleIDRequest, `user`).
  package func account(ofUser user: String, client: Client) throws -> Account? {
    try store.read { tx in
      guard let holder = try tx.holder(ofUserIdentifier: user) else { return nil }
      let senders = try tx.transfers(of: client.group).filter { $0.acceptedAt != nil }.map(\.fromTeam)
      guard holder.teamID == client.teamID || senders.contains(holder.teamID) else { return nil }
      return try tx.account(holder.account)
    }
  }

  /// An app leaves alone: other apps of its group have to leave the group first.
  private func checkUngrouped(_ client: Client, in tx: Transaction) throws {
    let apps = try tx.clients().filter { $0.primary == client.clientID && $0.kind == .app }
    guard let first = apps.first else { return }
    throw Complaint.conflict(
      "\(apps.map(\.clientID).joined(separator: ", ")) must be ungrouped from \(client.clientID) first: "
        + "PATCH /admin/clients/\(first.clientID) {\"primary\":null}")
  }

  private static func error(_ field: String, _ message: String) -> FieldErrors {
    FieldErrors([FieldError(field: field, message: message)])
  }
}
