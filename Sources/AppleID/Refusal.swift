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
  /// How Apple says it: the rule's own way unless a switch or a limit says otherwise.
  package let answer: Rule.Answer
  package let errorDescription: String?
  package let hint: String
  /// The parameter of the request that it is about, where it is about one.
  package let parameter: String?
  /// Seconds of the clock after which it is worth trying again.
  package let retryAfter: Int?

  /// A refusal by `rule`.
  package init(
    _ rule: Rule, error: Code? = nil, answer: Rule.Answer? = nil, description: String? = nil,
    parameter: String? = nil, retryAfter: Int? = nil, hint: String
  ) {
    self.rule = rule
    let answer = answer ?? rule.answer
    self.answer = error.map { .error($0) } ?? answer
    errorDescription = description ?? answer.description
    self.parameter = parameter ?? rule.parameter
    self.retryAfter = retryAfter
    self.hint = hint
  }

  /// The error code in the answer, where it holds one.
  package var error: Code? { answer.code }
}
