package import AppleID
import Crypto
import HTTP
package import JSON
import Provider

extension Operation {
  static let clientSecrets = [
    Operation("POST", "/admin/client-secrets", "mintClientSecret") { call in
      try call.query.finish()
      var fields = try call.body()
      let clientID = try fields.requiredString("client_id")
      let keyID = try fields.string("key_id")
      let mutation = try fields.choice("mutation", of: ClientSecretMutation.self)
      let expiresIn = try fields.int("expires_in_s") ?? 3600
      let privateKey = try fields.string("private_key").map { pem throws(FieldErrors) in
        do { return try ECPrivateKey(pem: pem) } catch {
          throw fields.error("private_key", "is no P-256 private key: \(error)")
        }
      }
      try fields.finish()
      guard expiresIn.magnitude <= 1_000_000_000 else {
        throw fields.error("expires_in_s", "must be a number of seconds, at most 1000000000.")
      }
      let secret = try call.provider.clientSecret(
        clientID: clientID, keyID: keyID, privateKey: privateKey, expiresIn: expiresIn, mutation: mutation,
        in: call.context)
      return .admin(["client_secret": .string(secret)])
    },
    Operation("POST", "/admin/client-secrets/explain", "explainClientSecret") { call in
      try call.query.finish()
      var fields = try call.body()
      let secret = try fields.requiredString("client_secret")
      let clientID = try fields.string("client_id")
      try fields.finish()
      let (findings, exp) = try call.provider.explain(secret, clientID: clientID, in: call.context)
      return .admin(Examination.json(findings, exp: exp, now: call.context.stampNow))
    },
  ]
}

extension Examination {
  /// `{accepted, rules, days_left}`.
  package static func json(_ findings: [Finding], exp: Double?, now: Int) -> JSON {
    // The zero is for one that expired a moment ago: -0.0 + 0 is 0.0.
    let days = exp.map { (($0 - Double(now)) / 8640).rounded() / 10 + 0 }
    return [
      "accepted": .bool(findings.allSatisfy { $0.outcome != .fail }),
      "rules": .array(
        findings.map {
          [
            "rule": .string($0.rule.rawValue), "outcome": .string($0.outcome.rawValue),
            "detail": .string($0.detail),
          ]
        }), "days_left": days.map { .double($0) } ?? .null,
    ]
  }
}
