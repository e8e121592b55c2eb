package import Crypto
package import JOSE
import JSON

/// What is known of the world when a client_secret is examined, and what was found.
package struct Examination: Sendable {
  /// Something that is looked up in a registry, which may be out of reach.
  package enum Lookup<Value: Sendable>: Sendable {
    case found(Value), missing, notChecked

    var found: Value? {
      if case .found(let value) = self { value } else { nil }
    }
  }

  /// One rule's verdict, in the order of the checks.
  package struct Finding: Sendable, Equatable {
    package enum Outcome: String, Sendable { case pass, fail, notChecked = "not_checked" }

    package let rule: Rule
    package let outcome: Outcome
    /// What was seen, for a person.
    package let detail: String

    package init(rule: Rule, outcome: Outcome, detail: String) {
      self.rule = rule
      self.outcome = outcome
      self.detail = detail
    }
  }

  /// The client_id the secret comes with; nil where it is not known.
  package let clientID: String?
  package let client: Lookup<Client>
  /// What the registry holds under the secret's kid.
  package let key: Lookup<ClientKey>
  /// A public key to verify the signature with where the registry is out of reach.
  package let publicKey: ECPublicKey?
  /// The audiences that are good: Apple's, and the issuer where that is another.
  package let audiences: [String]
  /// Seconds since 1970, of the clock that stamps.
  package let now: Int
  /// Seconds that iat may lie ahead.
  package let skew: Int

  package init(
    clientID: String?, client: Lookup<Client>, key: Lookup<ClientKey>,
    publicKey: ECPublicKey? = nil, audiences: [String], now: Int, skew: Int
  ) {
    self.clientID = clientID
    self.client = client
    self.key = key
    self.publicKey = publicKey
    self.audiences = audiences
    self.now = now
    self.skew = skew
  }

  /// Every rule's verdict, also after one has failed.
  package func findings(on secret: ClientSecret) -> [Finding] {
    [clientFinding, .pass(.clientSecretMalformed, "client_secret is a JWT.")] + headerFindings(secret)
      + partyFindings(secret) + timeFindings(secret) + signatureFindings(secret)
  }

  /// The verdicts where the secret is no JWT: what is in it cannot be checked.
  package func findings(notAJWT error: JOSEError) -> [Finding] {
    [clientFinding, .fail(.clientSecretMalformed, "client_secret is no JWT: \(error)")]
      + Rule.allCases.filter { $0.rawValue.hasPrefix("client_secret_") && $0 != .clientSecretMalformed }
      .map { .notChecked($0, "client_secret is no JWT.") }
  }

  private var clientFinding: Finding {
    switch client {
    case .found(let client): .pass(.clientUnknown, "client_id \(client.clientID) is registered.")
    case .missing: .fail(.clientUnknown, "client_id \(clientID ?? "") is not registered.")
    case .notChecked:
      .notChecked(
        .clientUnknown, clientID == nil ? "no client_id to look up." : "no registry at hand to look it up in."
      )
    }
  }

  private func headerFindings(_ secret: ClientSecret) -> [Finding] {
    let alg = secret.jws.header["alg"]?.string ?? "missing"
    return [
      alg == "ES256"
        ? .pass(.clientSecretAlgNotES256, "alg is ES256.")
        : .fail(.clientSecretAlgNotES256, "client_secret alg is \(alg); Apple takes ES256 alone."),
      secret.kid.map { .pass(.clientSecretKidMissing, "kid is \($0).") }
        ?? .fail(
          .clientSecretKidMissing,
          "client_secret has no kid in its header; put the Key ID of the .p8 file there (AuthKey_<KEYID>.p8)."
        ),
    ] + keyFindings(secret)
  }

  private func keyFindings(_ secret: ClientSecret) -> [Finding] {
    let rules: [Rule] = [.clientSecretKidUnknown, .clientSecretKeyRevoked, .clientSecretKeyOfAnotherGroup]
    guard let kid = secret.kid else { return rules.map { .notChecked($0, "kid is missing.") } }
    switch key {
    case .notChecked: return rules.map { .notChecked($0, "no registry at hand to look key \(kid) up in.") }
    case .missing:
      return [.fail(rules[0], "client_secret kid \(kid) is no registered Key ID.")]
        + rules.dropFirst().map { .notChecked($0, "the key is not known.") }
    case .found(let key):
      return [
        .pass(rules[0], "kid \(kid) is a key of team \(key.teamID)."),
        key.revokedAt == nil
          ? .pass(rules[1], "the key is live.")
          : .fail(rules[1], "client_secret kid \(kid) is a revoked key; use the team's other key."),
        groupFinding(key),
      ]
    }
  }

  private func groupFinding(_ key: ClientKey) -> Finding {
    guard case .found(let client) = client else {
      return .notChecked(.clientSecretKeyOfAnotherGroup, "the client is not known.")
    }
    guard key.isFor(group: client.group) else {
      return .fail(
        .clientSecretKeyOfAnotherGroup,
        "client_secret kid \(key.keyID) is for the group of \(key.apps?.joined(separator: " or ") ?? ""); "
          + "\(client.clientID) is of the group of \(client.group).")
    }
    return .pass(.clientSecretKeyOfAnotherGroup, "the key is for the group of \(client.group).")
  }
}

extension Examination.Finding {
  static func pass(_ rule: Rule, _ detail: String) -> Self {
    Self(rule: rule, outcome: .pass, detail: detail)
  }
  static func fail(_ rule: Rule, _ detail: String) -> Self {
    Self(rule: rule, outcome: .fail, detail: detail)
  }
  static func notChecked(_ rule: Rule, _ detail: String) -> Self {
    Self(rule: rule, outcome: .notChecked, detail: detail)
  }
}
