package import Crypto
import Primitives

/// A team's Sign in with Apple key: it signs client secrets for a primary app and its group (Apple,
/// “Configuring your environment”).
package struct ClientKey: Sendable, Equatable {
  /// Apple's Key ID, ten characters.
  package let keyID: String
  package let teamID: String
  package let publicKey: ECPublicKey
  /// The primary apps it is for; nil for every primary app of the team, also later ones.
  package let apps: [String]?
  /// Seconds since 1970; nil while the key lives.
  package let revokedAt: Int?

  package init(keyID: String, teamID: String, publicKey: ECPublicKey, apps: [String]?, revokedAt: Int? = nil)
  {
    self.keyID = keyID
    self.teamID = teamID
    self.publicKey = publicKey
    self.apps = apps
    self.revokedAt = revokedAt
  }

  /// Whether secrets signed with it are good for a client of this group.
  package func isFor(group primaryClientID: String) -> Bool {
    apps?.contains(where: primaryClientID.hasSameBytes) ?? true
  }
}
