import AppleID
import Crypto
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `Explaining a client secret` {
  let world: World
  init() throws { world = try World() }

  /// The rule's outcome and detail, by the rule's name.
  private func findings(_ secret: String, client: String? = "com.example.app") -> [String: (String, String)] {
    let rules = world.explanation(of: secret, client: client)["rules"]?.array ?? []
    return Dictionary(
      rules.map { ($0["rule"]?.string ?? "", ($0["outcome"]?.string ?? "", $0["detail"]?.string ?? "")) }
    ) { first, _ in first }
  }

  @Test func `lists every rule, whether it is a JWT or not`() throws {
    let all = Rule.allCases.map(\.rawValue).filter {
      $0 == "client_unknown" || $0.hasPrefix("client_secret_")
    }
    for secret in try [world.secret(), "x", world.secret(header: [("kid", nil)])] {
      for client in ["com.example.app", nil] {
        let rules = world.explanation(of: secret, client: client)["rules"]?.array ?? []
        #expect(rules.compactMap { $0["rule"]?.string } == all)
      }
    }
  }

  @Test func `checks nothing further where it is no JWT`() throws {
    let good = try findings(world.secret())
    #expect(good.values.allSatisfy { $0.0 == "pass" })
    let bad = findings("x").filter { $0.value.0 != "not_checked" }
    #expect(bad.mapValues(\.0) == ["client_unknown": "pass", "client_secret_malformed": "fail"])
    #expect(findings("x", client: nil)["client_unknown"]?.0 == "not_checked")
    #expect(findings("x", client: "nobody")["client_unknown"]?.0 == "fail")
  }

  @Test func `says of a DER signature whose it is`() throws {
    let input = try JWS(compact: world.secret()).signingInput
    let own = JWS.compact(input, signature: try World.sampleKey.derSignature(for: input))
    #expect(world.failures(of: own) == ["client_secret_signature_der"])
    let other = JWS.compact(input, signature: try World.sampleKey.derSignature(for: input + [0]))
    #expect(world.failures(of: other) == ["client_secret_signature_der", "client_secret_signature_wrong"])
  }

  @Test(arguments: ["kid", "iss", "sub", "aud", "iat", "exp"])
  func `fails what is missing by one rule alone`(name: String) throws {
    let secret =
      name == "kid" ? try world.secret(header: [(name, nil)]) : try world.secret(claims: [(name, nil)])
    #expect(world.failures(of: secret) == ["client_secret_\(name)_missing"])
    #expect(findings(secret).values.contains { $0 == ("not_checked", "\(name) is missing.") })
  }

  @Test(arguments: [(-10, "0.0"), (0, "0.0"), (-8640, "-0.1"), (8640, "0.1")])
  func `writes no negative zero`(left: Int, days: String) throws {
    let explanation = try world.explanation(of: world.secret(claims: [("exp", .int(world.clock.now + left))]))
    #expect(explanation["days_left"]?.text() == days)
  }
}
