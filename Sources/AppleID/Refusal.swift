/// A "no" that was expected: `error` and `errorDescription` are Apple's words for the client, `hint` is
/// ours for the person (RFC 6749 section 5.2; Apple's ErrorResponse).
package struct Refusal: Error, Sendable, Equatable {
  /// The error codes Apple documents for its ErrorResponse, and the one it sends to a redirect URI.
  package enum Code: String, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"
    case userCancelledAuthorize = "user_cancelled_authorize"
  }

  package let rule: Rule
  package let error: Code
  package let errorDescription: String?
  package let hint: String

  /// A refusal by `rule`. Its code and its sentence are the rule's own unless a switch says otherwise.
  package init(_ rule: Rule, error: Code? = nil, description: String? = nil, hint: String) {
    self.rule = rule
    self.error = error ?? rule.error
    errorDescription = description ?? rule.errorDescription
    self.hint = hint
  }
}
