import Primitives

/// A code on its way from the authorization response to the token request (RFC 6749 section 4.1.2).
package struct AuthorizationCode: Sendable, Equatable {
  package let code: String
  package let clientID: String
  /// The id of the account that authorized.
  package let account: String
  /// nil for a code of the native flow.
  package let redirectURI: String?
  package let nonce: String?
  package let codeChallenge: CodeChallenge?
  /// The segment its tokens will share with it.
  package let tag: String
  /// When the person signed in, in seconds since 1970 of the clock that stamps.
  package let authTime: Int
  /// Seconds since 1970.
  package let issuedAt: Int
  /// Seconds since 1970; nil while it can be redeemed.
  package let usedAt: Int?
  package let revokedAt: Int?
  package let revokedBy: RefreshToken.Ending?

  package init(
    code: String, clientID: String, account: String, redirectURI: String?, nonce: String?,
    codeChallenge: CodeChallenge?, tag: String, authTime: Int, issuedAt: Int, usedAt: Int? = nil,
    revokedAt: Int? = nil, revokedBy: RefreshToken.Ending? = nil
  ) {
    self.code = code
    self.clientID = clientID
    self.account = account
    self.redirectURI = redirectURI
    self.nonce = nonce
    self.codeChallenge = codeChallenge
    self.tag = tag
    self.authTime = authTime
    self.issuedAt = issuedAt
    self.usedAt = usedAt
    self.revokedAt = revokedAt
    self.revokedBy = revokedBy
  }

  /// Refuses a redemption by anyone, anywhere or anytime but the ones the code was issued for, in the order
  /// that the public reports show: expired before used, then client, redirect_uri, PKCE. `now` is in seconds.
  package func check(
    _ redemption: Redemption, by client: Client, at now: Int, behaviour: Behaviour, notes: Notes
  ) throws(Refusal) {
    try checkLife(at: now, lifetime: behaviour.codeLifetime)
    guard client.clientID == clientID else {
      throw Refusal(
        .codeOfAnotherClient,
        description: "client_id mismatch. The code was not issued to \(client.clientID).",
        hint: "The code was issued to \(clientID), but client_id is \(client.clientID). "
          + "A native code is redeemed with the App ID, a web code with the Services ID.")
    }
    try checkRedirectURI(redemption.redirectURI, client: client, notes: notes)
    if behaviour.pkce == .enforced { try checkVerifier(redemption.codeVerifier) }
  }

  /// Whether an exchange that was refused used it up.
  private var isBurnt: Bool { revokedBy == .refusal }

  /// A code is good through its last second; a moment of issue in the future counts as now.
  private func checkLife(at now: Int, lifetime: Int) throws(Refusal) {
    let age = max(0, now - issuedAt)
    guard age <= lifetime else {
      throw Refusal(
        .codeExpired,
        hint: "The code expired \(age - lifetime) s ago: it was issued \(age) s ago and lives \(lifetime) s"
          + (usedAt == nil
            ? "."
            : isBurnt ? ", and a refused exchange had burnt it already." : ", and it had been used already.")
          + " Sign in again.")
    }
    if let usedAt {
      guard !isBurnt else {
        throw Refusal(
          .codeUsed,
          hint:
            "A refused exchange burnt the code \(max(0, now - usedAt)) s ago (switch refused_code: burnt). "
            + "Sign in again.")
      }
      throw Refusal(
        .codeUsed,
        hint: "The code was redeemed \(max(0, now - usedAt)) s ago; a code works once. "
          + "Look for a double submit, a retry, or a second worker.")
    }
    guard revokedAt == nil else {
      let ending = revokedBy.map { "ended by \($0.words)" } ?? "revoked"
      throw Refusal(.codeRevoked, hint: "The authorization behind the code was \(ending). Sign in again.")
    }
  }

  private func checkRedirectURI(_ sent: String?, client: Client, notes: Notes) throws(Refusal) {
    switch (redirectURI, sent) {
    case (nil, nil): return
    case (let issued?, let sent?) where issued.hasSameBytes(as: sent): return
    case (let issued?, nil):
      let refusal = Refusal(
        .redirectURIMissing,
        hint: "redirect_uri is missing; the code was issued to \(issued). "
          + "The leniency missing-redirect-uri on \(client.clientID) would let it pass.")
      try notes.forgive(refusal, with: .missingRedirectURI, of: client)
    case (let issued, let sent?):
      throw Refusal(
        .redirectURIMismatch, description: "redirect_uri mismatch. The code was not issued to \(sent).",
        hint: issued.map {
          "The code was issued to \($0), but redirect_uri is \(sent); they must be identical."
        }
          ?? "The code is of the native flow, which has no redirect_uri; leave the parameter out.")
    }
  }

  private func checkVerifier(_ verifier: String?) throws(Refusal) {
    switch (codeChallenge, verifier) {
    case (nil, nil): return
    case (let challenge?, let verifier?):
      guard challenge.matches(verifier) else {
        throw Refusal(
          .codeVerifierWrong,
          hint: "code_verifier does not match the code_challenge (\(challenge.method.rawValue)) "
            + "of the authorization request.")
      }
    case (_?, nil):
      throw Refusal(
        .codeVerifierMissing,
        hint: "The authorization request had a code_challenge; send the code_verifier it was made from.")
    case (nil, _?):
      throw Refusal(
        .codeVerifierUnexpected,
        hint: "code_verifier was sent, but the authorization request had no code_challenge.")
    }
  }
}

/// What a token request says of the code it redeems (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
package struct Redemption: Sendable, Equatable {
  package let code: String?
  package let redirectURI: String?
  package let codeVerifier: String?

  package init(code: String?, redirectURI: String? = nil, codeVerifier: String? = nil) {
    self.code = code
    self.redirectURI = redirectURI
    self.codeVerifier = codeVerifier
  }
}
