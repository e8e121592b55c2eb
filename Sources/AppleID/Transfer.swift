/// An app on its way from one team to another, with the Services IDs grouped with it (Apple, TN3159; “Transferring your
/// apps and users to another team”).
package struct Transfer: Sendable, Equatable {
  /// How far it has come.
  package enum State: String, Sendable, CaseIterable { case pending, accepted, closed }

  /// How long after its acceptance users can be migrated, in seconds: 60 days.
  package static let window = 60 * 86400

  package let id: String
  /// The primary App ID.
  package let clientID: String
  package let fromTeam: String
  package let toTeam: String
  /// Seconds since 1970; nil while the recipient has not accepted.
  package let acceptedAt: Int?

  package init(id: String, clientID: String, fromTeam: String, toTeam: String, acceptedAt: Int? = nil) {
    self.id = id
    self.clientID = clientID
    self.fromTeam = fromTeam
    self.toTeam = toTeam
    self.acceptedAt = acceptedAt
  }

  /// Seconds since 1970; nil while the recipient has not accepted.
  package var closesAt: Int? { acceptedAt.map { $0 + Self.window } }

  /// How far it has come at a moment; an acceptance in the future of a clock set back counts as now.
  package func state(at now: Int) -> State {
    guard let acceptedAt else { return .pending }
    return max(0, now - acceptedAt) < Self.window ? .accepted : .closed
  }
}

extension Client {
  /// The client as it is to another team: to the sender of a transfer, while that still migrates its users.
  package func of(team teamID: String) -> Client {
    Client(
      clientID: clientID, teamID: teamID, kind: kind, primary: primary, name: name,
      redirectURIs: redirectURIs,
      domains: domains, notificationURL: notificationURL, emailSources: emailSources, leniencies: leniencies)
  }
}
