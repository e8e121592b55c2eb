/// Where a request arrives or leaves: what routes, faults, rate limits, journal, metrics and incidents name by the same
/// word.
package enum Endpoint: String, Sendable, CaseIterable {
  case discovery, keys, authorize, token, revoke
  case userMigration = "usermigrationinfo"
  /// Any other path of Apple's side.
  case unknown
  /// Outgoing: the server-to-server notifications.
  case notifications
  /// A sign-in by the admin API, which incidents cover, too.
  case signIns = "sign-ins"
  /// Mail to a relay address by the admin API, whose daily limit is counted like any other.
  case relayMail = "relay-mail"

  /// The path at Apple's side; nil for what has none.
  package var path: String? {
    switch self {
    case .discovery: "/.well-known/openid-configuration"
    case .keys: "/auth/keys"
    case .authorize: "/auth/authorize"
    case .token: "/auth/token"
    case .revoke: "/auth/revoke"
    case .userMigration: "/auth/usermigrationinfo"
    case .unknown, .notifications, .signIns, .relayMail: nil
    }
  }

  /// Apple's endpoints: those that have a path.
  package static let ofApple = allCases.filter { $0.path != nil }
}
