import Crypto
import JOSE

/// A PKCE challenge that an authorization code was bound to (RFC 7636 section 4.3).
package struct CodeChallenge: Sendable, Equatable {
  /// How the challenge was made from the verifier (RFC 7636 section 4.2).
  package enum Method: String, Sendable, CaseIterable { case plain, s256 = "S256" }

  package let value: String
  package let method: Method

  package init(value: String, method: Method) {
    self.value = value
    self.method = method
  }

  /// Whether `verifier` is the one the challenge was made from (RFC 7636 section 4.6).
  package func matches(_ verifier: String) -> Bool {
    let made = method == .plain ? verifier : Base64URL.encode(SHA256.digest(Array(verifier.utf8)))
    return isEqualInConstantTime(made, value)
  }
}
