/// A person signing in to an app, natively or on the web, after everything about the request has been proven.
package struct SignIn: Sendable {
  /// Which of the two ways the credential travels.
  package enum Flow: Sendable, Equatable { case native, web(Authorization) }

  /// What AuthenticationServices reports, or the web page's answer (ASAuthorizationError).
  package enum Outcome: String, Sendable, CaseIterable {
    case success, cancel, unknown, failed
    case invalidResponse = "invalid_response"

    /// The number and the name of the native error; nil for success.
    package var nativeError: (code: Int, name: String)? {
      switch self {
      case .success: nil
      case .unknown: (1000, "unknown")
      case .cancel: (1001, "canceled")
      case .invalidResponse: (1002, "invalidResponse")
      case .failed: (1004, "failed")
      }
    }
  }

  package let account: Account
  package let client: Client
  package let flow: Flow
  package let scope: Scope
  package let state: String?
  package let nonce: String?
  package let codeChallenge: CodeChallenge?
  /// The person's choice at a first authorization; nil for what their account says.
  package let hideEmail: Bool?
  /// The name as edited at a first authorization; nil for that of the account.
  package let fullName: PersonName?

  /// A native sign-in.
  package init(
    native client: Client, account: Account, scope: Scope, state: String? = nil, nonce: String? = nil,
    codeChallenge: CodeChallenge? = nil, hideEmail: Bool? = nil, fullName: PersonName? = nil
  ) {
    self.account = account
    self.client = client
    self.flow = .native
    self.scope = scope
    self.state = state
    self.nonce = nonce
    self.codeChallenge = codeChallenge
    self.hideEmail = hideEmail
    self.fullName = fullName
  }

  /// A sign-in on the web.
  package init(
    web authorization: Authorization, account: Account, hideEmail: Bool? = nil, fullName: PersonName? = nil
  ) {
    self.account = account
    client = authorization.client
    flow = .web(authorization)
    scope = authorization.scope
    state = authorization.state
    nonce = authorization.nonce
    codeChallenge = authorization.codeChallenge
    self.hideEmail = hideEmail
    self.fullName = fullName
  }
}
