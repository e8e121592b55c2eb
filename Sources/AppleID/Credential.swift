/// What a sign-in hands out (ASAuthorizationAppleIDCredential; the authorization response of the web).
package struct Credential: Sendable, Equatable {
  /// The team-scoped user identifier, equal to `sub`.
  package let user: String
  package let code: String
  /// nil on the web where only a code was asked for.
  package let identityToken: String?
  /// First authorization only.
  package let email: String?
  /// First authorization only.
  package let fullName: PersonName?
  package let realUserStatus: Int
  package let state: String?
  /// What is granted of what was asked for.
  package let authorizedScopes: [String]

  package init(
    user: String, code: String, identityToken: String?, email: String?, fullName: PersonName?,
    realUserStatus: Int,
    state: String?, authorizedScopes: [String]
  ) {
    self.user = user
    self.code = code
    self.identityToken = identityToken
    self.email = email
    self.fullName = fullName
    self.realUserStatus = realUserStatus
    self.state = state
    self.authorizedScopes = authorizedScopes
  }
}
