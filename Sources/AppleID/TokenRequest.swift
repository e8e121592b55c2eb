/// A request to `/auth/token` whose first phase is done: the parameters every grant needs are there
/// (RFC 6749 section 4.1.3, 6; Apple, “Token validation”).
package struct TokenRequest: Sendable, Equatable {
  /// What is asked for. What a grant itself needs is judged after the client has proven who it is.
  package enum Grant: Sendable, Equatable {
    case authorizationCode(Redemption)
    /// `code` is there to recognise a refresh token that was sent under the wrong name.
    case refreshToken(String?, code: String?)
    case clientCredentials(scope: String?)
    case unsupported(String)

    /// Whether it is there to migrate users, which the sender of a transferred app still may.
    package var migrates: Bool {
      if case .clientCredentials = self { true } else { false }
    }
  }

  package let clientID: String
  package let clientSecret: String
  package let grantType: String
  package let grant: Grant

  /// Reads the parameters; throws `Refusal` where one that every grant needs is missing.
  package init(_ parameters: Parameters) throws(Refusal) {
    grantType = try parameters.required("grant_type")
    clientID = try parameters.required("client_id")
    clientSecret = try parameters.required("client_secret")
    switch grantType {
    case "authorization_code":
      grant = .authorizationCode(
        Redemption(
          code: parameters["code"], redirectURI: parameters["redirect_uri"],
          codeVerifier: parameters["code_verifier"]))
    case "refresh_token": grant = .refreshToken(parameters["refresh_token"], code: parameters["code"])
    case "client_credentials": grant = .clientCredentials(scope: parameters["scope"])
    default: grant = .unsupported(grantType)
    }
  }
}
