package import AppleID
import Store

extension Provider {
  /// Apple's “Token validation” (RFC 6749 sections 4.1.3 and 6): client and secret, then the grant type, then what
  /// the grant itself needs.
  package func token(_ request: TokenRequest, in context: Context) throws -> TokenResponse {
    context.notes.grantType = request.grantType
    let client = try authenticate(
      clientID: request.clientID, clientSecret: request.clientSecret, migrates: request.grant.migrates,
      in: context)
    switch request.grant {
    case .authorizationCode(let redemption): return try redeem(redemption, by: client, in: context)
    case .refreshToken(let token?, _): return try refresh(token, for: client, in: context)
    case .refreshToken(nil, let code?): throw Self.sentAsCode(code)
    case .refreshToken(nil, nil):
      throw Refusal(.missingParameter, hint: "refresh_token is missing; grant_type=refresh_token wants it.")
    case .clientCredentials(let scope): return try clientCredentials(scope, for: client, in: context)
    case .unsupported(let name): throw Refusal(.unsupportedGrantType, hint: Mistake.grantType(name))
    }
  }

  private static func sentAsCode(_ code: String) -> Refusal {
    Refusal(
      .refreshTokenSentAsCode,
      hint: Artefact.kind(of: code) == "c"
        ? "grant_type is refresh_token, but an authorization code was sent; use grant_type=authorization_code."
        : "The token was sent as code; send it as refresh_token.")
  }

  private func redeem(_ redemption: Redemption, by client: Client, in context: Context) throws
    -> TokenResponse
  {
    guard let sent = redemption.code else {
      throw Refusal(.missingParameter, hint: "code is missing; grant_type=authorization_code wants it.")
    }
    let redeemed = try store.write { tx throws -> Result<Redeemed, Refusal> in
      guard let code = try tx.authorizationCode(sent) else { return .failure(Self.unknown(code: sent)) }
      context.notes.account = code.account
      do throws(Refusal) {
        try code.check(
          redemption, by: client, at: context.now, behaviour: context.behaviour, notes: context.notes)
      } catch {
        if context.behaviour.refusedCode == .burnt { try tx.burn(code, at: context.now) }
        return .failure(error)
      }
      return .success(try redeem(code, by: client, context: context, in: tx))
    }.get()
    metrics.countRedeemedCode()
    // Signed outside the transaction: the signature takes longer than everything else together.
    let idToken = try identityToken(
      about: redeemed.person, for: client, nonce: redeemed.code.nonce,
      companion: .accessToken(redeemed.accessToken), authTime: redeemed.code.authTime, in: context)
    return TokenResponse(
      accessToken: redeemed.accessToken, refreshToken: redeemed.refreshToken, idToken: idToken)
  }

  /// What came out of a redemption.
  private struct Redeemed: Sendable {
    let code: AuthorizationCode
    let person: Person
    let accessToken: String
    let refreshToken: String
  }

  private func redeem(
    _ code: AuthorizationCode, by client: Client, context: Context, in tx: Transaction
  ) throws -> Redeemed {
    guard try tx.use(code, at: context.now), let account = try tx.account(code.account) else {
      throw Refusal(.codeRevoked, hint: "The account behind the code is gone. Sign in again.")
    }
    try limit(.account, account.id, of: client, context: context, in: tx)
    if context.behaviour.refreshTokens == .one {
      try tx.revokeRefreshTokens(of: account.id, clientID: client.clientID, by: .newer, at: context.now)
    }
    let (accessToken, refreshToken) = ids.tokens(of: code.code, tag: code.tag)
    try tx.insert(
      RefreshToken(
        token: refreshToken, clientID: client.clientID, account: account.id, tag: code.tag,
        authTime: code.authTime,
        issuedAt: context.now))
    try tx.insertAccessToken(accessToken, clientID: client.clientID, account: account.id, at: context.now)
    let consent = try tx.consent(of: account.id, group: client.group)
    let person = try self.person(account, client: client, consent: consent, context: context, in: tx)
    return Redeemed(code: code, person: person, accessToken: accessToken, refreshToken: refreshToken)
  }

  private static func unknown(code: String) -> Refusal {
    Refusal(
      .codeUnknown,
      hint: Mistake.instead(of: "code", sent: code)
        ?? "No such code was issued here (or it was forgotten, a week after its end). Sign in again.")
  }
}
