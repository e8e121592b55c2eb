import Primitives

extension Examination {
  /// The verdicts on `iss`, `aud` and `sub`.
  func partyFindings(_ secret: ClientSecret) -> [Finding] {
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
    let wrong = teams.first { !$0.hasSameBytes(as: iss) }
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
      aud.contains(where: { sent in audiences.contains { $0.hasSameBytes(as: sent) } })
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
    if sub.hasSameBytes(as: clientID) { return [there, .pass(mismatch, "sub is client_id.")] }
    let only = sub.lowercasedASCII() == clientID.lowercasedASCII() ? " Only upper and lower case differ." : ""
    return [there, .fail(mismatch, "client_secret sub is \(sub), but client_id is \(clientID).\(only)")]
  }
}
