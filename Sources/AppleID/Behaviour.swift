/// What Apple does where the public record leaves it open or where it has changed over the years; as of now by
/// default. It is resolved from layers for each request and never overwritten.
package struct Behaviour: Sendable, Equatable {
  /// The type of `email_verified` and `is_private_email`: strings until February 2024, booleans since.
  package enum TokenBooleans: String, Sendable, CaseIterable { case boolean, string, mixed }
  /// What a refresh answers after a revocation.
  package enum RefreshAfterRevocation: String, Sendable, CaseIterable {
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
    var code: Refusal.Code { self == .invalidGrant ? .invalidGrant : .invalidRequest }
  }
  /// What a body of another content type is answered with.
  package enum WrongContentType: String, Sendable, CaseIterable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    package var code: Refusal.Code { self == .invalidRequest ? .invalidRequest : .invalidClient }
  }
  /// Whether a code survives a check that failed after client authentication.
  package enum RefusedCode: String, Sendable, CaseIterable { case kept, burnt }
  /// Whether a code_challenge binds (it does since October 2024).
  package enum PKCE: String, Sendable, CaseIterable { case enforced, ignored }
  /// The order of the keys in the key set, from one answer to the next.
  package enum KeysOrder: String, Sendable, CaseIterable { case stable, shuffled }
  /// The domain of relay addresses made from now on.
  package enum RelayDomain: String, Sendable, CaseIterable {
    case privateRelay = "privaterelay.appleid.com"
    case privateICloud = "private.icloud.com"
    case iCloud = "icloud.com"
  }

  package var tokenBooleans = TokenBooleans.boolean
  /// Seconds.
  package var idTokenLifetime = 86400
  package var idTokenOnRefresh = true
  package var refreshAfterRevocation = RefreshAfterRevocation.invalidGrant
  package var wrongContentType = WrongContentType.invalidRequest
  package var errorDescription = true
  /// Seconds.
  package var codeLifetime = 300
  package var refusedCode = RefusedCode.kept
  package var pkce = PKCE.enforced
  /// Seconds that a client_secret's iat may lie ahead.
  package var secretSkew = 5
  package var relayDomain = RelayDomain.privateRelay
  package var keysOrder = KeysOrder.stable

  package init() {}
}
