/// What a person allowed an app group: the scope of the first authorization sticks (Apple, “Authenticating users
/// with Sign in with Apple”).
package struct Consent: Sendable, Equatable {
  package let account: String
  /// The primary App ID of the group.
  package let group: String
  package let scope: Scope
  package let hideEmail: Bool
  /// Seconds since 1970.
  package let consentedAt: Int
  /// The client of the group that was authorized last.
  package let lastClientID: String
  /// The team with which the person signed in last, where the app has moved on to another since; nil otherwise.
  package let transferredFrom: String?

  package init(
    account: String, group: String, scope: Scope, hideEmail: Bool, consentedAt: Int, lastClientID: String,
    transferredFrom: String? = nil
  ) {
    self.account = account
    self.group = group
    self.scope = scope
    self.hideEmail = hideEmail
    self.consentedAt = consentedAt
    self.lastClientID = lastClientID
    self.transferredFrom = transferredFrom
  }
}

extension Account {
  /// Whether an app gets a relay address of this person: a managed account always shows its real one, and who has none has
  /// nothing to hide.
  package func hidesEmail(by consent: Consent) -> Bool {
    consent.hideEmail && consent.scope.email && orgID == nil && email != nil
  }
}
