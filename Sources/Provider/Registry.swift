package import AppleID
package import Crypto
import JSON
import Store

/// What developers and people register. Each throws `FieldErrors` for what refers to nothing, and `Complaint` for
/// an id that is taken or a limit that is reached; `path` is where the values stand in their document.
extension Provider {
  /// Adds a team.
  package func register(_ team: Team) throws {
    try change { tx in try register(team, at: "", in: tx) }
  }

  /// Adds a key; without `privateKey` the mock knows its public half alone.
  package func register(_ key: ClientKey, privateKey: ECPrivateKey?) throws {
    try change { tx in try register(key, privateKey: privateKey, at: "", in: tx) }
  }

  /// Adds a client.
  package func register(_ client: Client) throws {
    try change { tx in try register(client, at: "", in: tx) }
  }

  /// Adds an account.
  package func register(_ account: Account) throws {
    try change { tx in try register(account, at: "", in: tx) }
  }

  /// Changes rows that a remembered verdict may rest on.
  func change<Value: Sendable>(_ body: (Transaction) throws -> Value) throws -> Value {
    defer { verifiedSecrets.forget() }
    return try store.write(body)
  }

  func register(_ team: Team, at path: String, in tx: Transaction) throws {
    guard try tx.team(team.teamID) == nil else {
      throw Complaint.conflict("Team \(team.teamID) exists already.")
    }
    try tx.insert(team)
  }

  func register(_ key: ClientKey, privateKey: ECPrivateKey?, at path: String, in tx: Transaction) throws {
    guard try tx.team(key.teamID) != nil else { throw Complaint.notFound("There is no team \(key.teamID).") }
    guard try tx.clientKey(key.keyID) == nil else {
      throw Complaint.conflict("Key \(key.keyID) exists already.")
    }
    for (index, app) in (key.apps ?? []).enumerated() {
      guard let client = try tx.client(app), client.teamID == key.teamID, client.primary == nil else {
        throw FieldErrors(
          field("apps[\(index)]", at: path, "\(app) is no primary app of team \(key.teamID)."))
      }
    }
    try limitLiveKeys(with: key, at: path, in: tx)
    try tx.insert(key, privateKey: try privateKey?.pem())
  }

  /// Apple allows two live keys for a primary app. A seed, which has a `path`, is laid before anything can be called.
  private func limitLiveKeys(with key: ClientKey, at path: String, in tx: Transaction) throws {
    let live = try tx.clientKeys(ofTeam: key.teamID).filter { $0.revokedAt == nil }
    let primaries = try tx.clients().filter { $0.teamID == key.teamID && $0.primary == nil }.map(\.clientID)
    // A key for every app also counts where the team has no app yet.
    let groups = key.apps ?? (primaries.isEmpty ? [""] : primaries)
    for group in groups {
      let taken = live.filter { group.isEmpty ? $0.apps == nil : $0.isFor(group: group) }
      guard taken.count < 2 else {
        let advice =
          path.isEmpty
          ? "Revoke one first: DELETE /admin/teams/\(key.teamID)/keys/\(taken[0].keyID)"
          : "Take one of them out, or say by apps which primary apps each is for."
        throw Complaint.conflict(
          "\(group.isEmpty ? "Team " + key.teamID : group) has two live keys already "
            + "(\(taken.map(\.keyID).joined(separator: ", "))), which is Apple's limit. \(advice)")
      }
    }
  }

  func register(_ client: Client, at path: String, in tx: Transaction) throws {
    guard try tx.client(client.clientID) == nil else {
      throw Complaint.conflict("Client \(client.clientID) exists already.")
    }
    try check(client, at: path, in: tx)
    try tx.insert(client)
  }

  func check(_ client: Client, at path: String, in tx: Transaction) throws {
    guard try tx.team(client.teamID) != nil else {
      throw FieldErrors(field("team_id", at: path, "is \(client.teamID); there is no such team."))
    }
    guard let primary = client.primary else { return }
    guard let app = try tx.client(primary), app.clientID != client.clientID else {
      throw FieldErrors(field("primary", at: path, "is \(primary); there is no other client of that id."))
    }
    guard app.teamID == client.teamID, app.kind == .app, app.primary == nil else {
      throw FieldErrors(
        field("primary", at: path, "is \(primary), which is no primary app of team \(client.teamID)."))
    }
  }

  func register(_ account: Account, at path: String, in tx: Transaction) throws {
    guard try !tx.hasAccount(account.id) else {
      let isDeleted = try tx.account(account.id) == nil
      throw Complaint.conflict(
        isDeleted
          ? "Account \(account.id) was deleted; its id stays taken." : "Account \(account.id) exists already."
      )
    }
    try tx.insert(account)
  }

  private func field(_ name: String, at path: String, _ message: String) -> [FieldError] {
    [FieldError(field: path.isEmpty ? name : path + "." + name, message: message)]
  }
}
