import AppleID
import JSON
import TestSupport
import Testing

extension World {
  /// Expects that `/auth/token` and `client-secrets/explain` refuse a secret by the same rule, the first of Apple's
  /// side in the one bare body that Apple has for it.
  func expectRefusal(
    of secret: String, by rule: Rule, hint: String, client: String = "com.example.app",
    at sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let answer = try redeem(code(client: client), client: client, [("client_secret", secret)])
    #expect(answer.status == 400, sourceLocation: sourceLocation)
    #expect(answer.text == #"{"error":"invalid_client"}"#, sourceLocation: sourceLocation)
    #expect(answer.hint.contains(hint), "\(answer.hint)", sourceLocation: sourceLocation)
    #expect(lastRequest["rule"] == .string(rule.rawValue), sourceLocation: sourceLocation)
    #expect(failures(of: secret, client: client).first == rule.rawValue, sourceLocation: sourceLocation)
    #expect(
      explanation(of: secret, client: client)["accepted"] == false, sourceLocation: sourceLocation)
  }

  /// Expects that both take a secret.
  func expectAcceptance(
    of secret: String, client: String = "com.example.app",
    at sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let answer = try redeem(code(client: client), client: client, [("client_secret", secret)])
    #expect(answer.status == 200, "\(answer.hint)", sourceLocation: sourceLocation)
    #expect(failures(of: secret, client: client) == [], sourceLocation: sourceLocation)
    #expect(explanation(of: secret, client: client)["accepted"] == true, sourceLocation: sourceLocation)
  }
}
