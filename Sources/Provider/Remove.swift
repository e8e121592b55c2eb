package import AppleID
import JSON
import Store

/// What developers take away again. Each throws `Complaint.notFound` where there is nothing of that id.
extension Provider {
  /// Revokes a team's key: secrets signed with it are refused from now on.
  package func revokeClientKey(_ keyID: String, ofTeam teamID: String, in context: Context) throws {
    let revoked = try change { tx in try tx.revokeClientKey(keyID, ofTeam: teamID, at: context.now) }
    guard revoked else { throw Complaint.notFound("Team \(teamID) has no live key \(keyID).") }
  }

  /// Removes a team with its keys and clients, and what people authorized these.
  package func removeTeam(_ teamID: String) throws {
    try change { tx in
      guard try tx.team(teamID) != nil else { throw Complaint.notFound("There is no team \(teamID).") }
      for client in try tx.clients() where client.teamID == teamID {
        try tx.forgetAuthorizations(of: client.clientID)
      }
      try tx.removeTeam(teamID)
    }
  }

  /// Removes a client, the clients grouped with it, and what people authorized these.
  package func removeClient(_ clientID: String) throws {
    try change { tx in
      guard try tx.client(clientID) != nil else {
        throw Complaint.notFound("There is no client \(clientID).")
      }
      for client in try tx.clients() where client.clientID == clientID || client.primary == clientID {
        try tx.forgetAuthorizations(of: client.clientID)
      }
      try tx.removeClient(clientID)
    }
  }

  /// Puts a changed client in its place; throws `FieldErrors` where it refers to nothing.
  package func change(_ clientID: String, to make: (Client) throws -> Client) throws -> Client {
    try change { tx in
      guard let client = try tx.client(clientID) else {
        throw Complaint.notFound("There is no client \(clientID).")
      }
      let changed = try make(client)
      try check(changed, at: "", in: tx)
      try checkMembers(of: changed, in: tx)
      try tx.update(changed)
      return changed
    }
  }

  /// A group is one primary app and what is grouped with it: who has members stays a primary app.
  private func checkMembers(of client: Client, in tx: Transaction) throws {
    guard client.kind != .app || client.primary != nil,
      let member = try tx.clients().first(where: { $0.primary == client.clientID })
    else { return }
    throw FieldErrors([
      FieldError(
        field: client.kind == .app ? "primary" : "kind",
        message: "must stay that of a primary app: \(member.clientID) is grouped with it.")
    ])
  }
}
