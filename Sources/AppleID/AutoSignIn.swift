/// Who signs in at `/auth/authorize` without a click, and what they choose.
package struct AutoSignIn: Sendable, Equatable {
  /// An id, an e-mail address, or a `sub`.
  package let account: String
  package let hideEmail: Bool?
  package let fullName: PersonName?
  /// Whether Cancel is pressed instead.
  package let isCancelled: Bool
  /// How many sign-ins are left; nil for no end.
  package let times: Int?

  package init(
    account: String, hideEmail: Bool? = nil, fullName: PersonName? = nil, isCancelled: Bool = false,
    times: Int? = nil
  ) {
    self.account = account
    self.hideEmail = hideEmail
    self.fullName = fullName
    self.isCancelled = isCancelled
    self.times = times
  }

  /// What is left after one sign-in; nil where nothing is.
  package var next: AutoSignIn? {
    guard let times else { return self }
    guard times > 1 else { return nil }
    return AutoSignIn(
      account: account, hideEmail: hideEmail, fullName: fullName, isCancelled: isCancelled, times: times - 1)
  }
}
