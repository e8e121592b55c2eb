/// A person's Apple Account.
package struct Account: Sendable, Equatable {
  /// Our own id for it, such as `jane`; it never goes over Apple's wire.
  package let id: String
  package let email: String?
  package let emailVerified: Bool
  package let givenName: String?
  package let familyName: String?
  /// 0 unsupported, 1 unknown, 2 likely real (Apple's ASUserDetectionStatus).
  package let realUserStatus: Int
  /// Set for a Managed Apple Account (Apple Business or School Manager): its organisation.
  package let orgID: String?
  /// What the person chooses for “Hide My Email” where a sign-in does not say.
  package let hideEmail: Bool

  /// An account; `emailVerified` left out is true, and false for a managed account.
  package init(
    id: String, email: String?, emailVerified: Bool? = nil, givenName: String? = nil,
    familyName: String? = nil,
    realUserStatus: Int = 2, orgID: String? = nil, hideEmail: Bool = false
  ) {
    self.id = id
    self.email = email
    self.emailVerified = emailVerified ?? (orgID == nil)
    self.givenName = givenName
    self.familyName = familyName
    self.realUserStatus = realUserStatus
    self.orgID = orgID
    self.hideEmail = hideEmail
  }
}
