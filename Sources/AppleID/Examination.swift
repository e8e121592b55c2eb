package import Crypto
import JOSE
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
    [clientFinding].compactMap { $0 } + headerFindings(secret) + partyFindings(secret) + timeFindings(secret)
      + signatureFindings(secret)
  }

  private var clientFinding: Finding? {
    switch client {
    case .found(let client): .pass(.clientUnknown, "client_id \(client.clientID) is registered.")
    case .missing: .fail(.clientUnknown, "client_id \(clientID ?? "") is not registered.")
    case .notChecked: nil
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
    let kid = secret.kid ?? "(missing)"
    let rules: [Rule] = [.clientSecretKidUnknown, .clientSecretKeyRevoked, .clientSecretKeyOfAnotherGroup]
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
        "client_secret kid \(key.keyID) is for \(key.apps?.joined(separator: ", ") ?? ""), "
          + "not for \(client.clientID) (group \(client.group)).")
    }
    return .pass(.clientSecretKeyOfAnotherGroup, "the key is for the group of \(client.group).")
  }

  private func partyFindings(_ secret: ClientSecret) -> [Finding] {
    [issFinding(secret), audFinding(secret), subFinding(secret)].flatMap { $0 }
  }

  private func issFinding(_ secret: ClientSecret) -> [Finding] {
    let missing = Rule.clientSecretIssMissing
    let mismatch = Rule.clientSecretIssMismatch
    guard let iss = secret.iss else {
      return [
        .fail(missing, "client_secret has no iss; put the Team ID there."),
        .notChecked(mismatch, "iss is missing."),
      ]
    }
    var teams: [String] = []
    if case .found(let key) = key { teams.append(key.teamID) }
    if case .found(let client) = client { teams.append(client.teamID) }
    guard !teams.isEmpty else {
      return [.pass(missing, "iss is \(iss)."), .notChecked(mismatch, "no registry at hand.")]
    }
    let wrong = teams.first { $0 != iss }
    return [
      .pass(missing, "iss is \(iss)."),
      wrong.map {
        .fail(mismatch, "client_secret iss is \(iss), but the Team ID of the key and the client is \($0).")
      }
        ?? .pass(mismatch, "iss is the team of the key."),
    ]
  }

  private func audFinding(_ secret: ClientSecret) -> [Finding] {
    let missing = Rule.clientSecretAudMissing
    let mismatch = Rule.clientSecretAudMismatch
    guard let aud = secret.aud, !aud.isEmpty else {
      return [
        .fail(missing, "client_secret has no aud; it must be \(ClientSecret.audience)."),
        .notChecked(mismatch, "aud is missing."),
      ]
    }
    let sent = aud.joined(separator: ", ")
    return [
      .pass(missing, "aud is there."),
      aud.contains(where: audiences.contains)
        ? .pass(mismatch, "aud is \(sent).")
        : .fail(mismatch, "client_secret aud is \(sent); it must be \(audiences.joined(separator: " or "))."),
    ]
  }

  private func subFinding(_ secret: ClientSecret) -> [Finding] {
    let missing = Rule.clientSecretSubMissing
    let mismatch = Rule.clientSecretSubMismatch
    guard let sub = secret.sub else {
      return [
        .fail(missing, "client_secret has no sub; put the client_id there."),
        .notChecked(mismatch, "sub is missing."),
      ]
    }
    let there = Finding.pass(missing, "sub is \(sub).")
    guard let clientID else { return [there, .notChecked(mismatch, "no client_id to compare it with.")] }
    if sub == clientID { return [there, .pass(mismatch, "sub is client_id.")] }
    let only = sub.lowercased() == clientID.lowercased() ? " Only upper and lower case differ." : ""
    return [there, .fail(mismatch, "client_secret sub is \(sub), but client_id is \(clientID).\(only)")]
  }

  private func signatureFindings(_ secret: ClientSecret) -> [Finding] {
    let der = Rule.clientSecretSignatureDER
    let wrong = Rule.clientSecretSignatureWrong
    let count = secret.jws.signature.count
    let looksDER = count != 64 && secret.jws.signature.first == 0x30
    let form: Finding =
      looksDER
      ? .fail(
        der,
        "The signature is ASN.1 DER (\(count) bytes); JWS wants raw R and S, 64 bytes (RFC 7518, section 3.4)."
      )
      : .pass(der, "the signature is not ASN.1 DER.")
    guard let verifier = publicKey ?? key.found?.publicKey else {
      return [form, .notChecked(wrong, "no public key to verify it with.")]
    }
    let keyName = publicKey == nil ? "key \(key.found?.keyID ?? "")" : "the key in the file"
    if verifier.isValid(secret.jws.signature, for: secret.jws.signingInput) {
      return [form, .pass(wrong, "the signature is that of \(keyName).")]
    }
    return [
      form,
      .fail(
        wrong,
        count == 64 || looksDER
          ? "The signature is not that of \(keyName): another private key, or the text was changed on its way."
          : "The signature has \(count) bytes; ES256 has 64."),
    ]
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
