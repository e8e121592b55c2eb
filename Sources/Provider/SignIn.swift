package import AppleID
import Store

extension Provider {
  /// A person signs in and consents: “Authenticating users with Sign in with Apple”. Name and e-mail are handed
  /// out at the first authorization of the app group alone, and the scope of the first consent sticks.
  /// `isNew` registers the account in the same transaction.
  package func signIn(_ signIn: SignIn, isNew: Bool = false, in context: Context) throws -> Credential {
    context.notes.clientID = signIn.client.clientID
    context.notes.account = signIn.account.id
    let signedIn = try store.write { tx in
      if isNew { try register(signIn.account, at: "new_account", in: tx) }
      return try self.signIn(signIn, context: context, in: tx)
    }
    metrics.countIssuedCode()
    let native = signIn.flow == .native
    let identityToken =
      wantsIDToken(signIn.flow)
      ? try identityToken(
        about: signedIn.person, for: signIn.client, nonce: signIn.nonce, companion: .code(signedIn.code),
        authTime: context.stampNow, realUserStatus: native ? signIn.account.realUserStatus : nil, in: context)
      : nil
    let granted = signedIn.consent.scope
    return Credential(
      user: signedIn.person.sub, code: signedIn.code, identityToken: identityToken,
      email: signedIn.isFirst && signIn.scope.email ? signedIn.person.email?.address : nil,
      fullName: signedIn.isFirst && signIn.scope.name && sharesName(signedIn, context)
        ? signIn.sharedName : nil,
      realUserStatus: signIn.account.realUserStatus, state: signIn.state,
      authorizedScopes: Scope(
        name: signIn.scope.name && granted.name, email: signIn.scope.email && granted.email
      ).names)
  }

  private struct SignedIn: Sendable {
    let person: Person
    let consent: Consent
    let isFirst: Bool
    /// Whether an earlier consent has ended.
    let isReconsent: Bool
    let code: String
  }

  private func signIn(_ signIn: SignIn, context: Context, in tx: Transaction) throws -> SignedIn {
    let account = signIn.account
    let client = signIn.client
    let known = try tx.consent(of: account.id, group: client.group)
    // Who signs in was found before: a reset may have come between, and nothing is kept of people who are not there.
    guard try known != nil || tx.account(account.id) != nil else {
      throw Refusal(.missingParameter, hint: "There is no account \(account.id) to sign in.")
    }
    let isReconsent = try known == nil && tx.hasEverConsented(account.id, group: client.group)
    let consent =
      known
      ?? Consent(
        account: account.id, group: client.group, scope: signIn.scope,
        hideEmail: signIn.hideEmail ?? account.hideEmail, consentedAt: context.now,
        lastClientID: client.clientID)
    if known == nil { try tx.insert(consent) } else { try tx.setLastClient(client.clientID, of: consent) }
    let scope = client.clientID + "/" + account.id
    let tag = ids.tag(scope: scope)
    let code = ids.authorizationCode(tag: tag, scope: scope)
    try tx.insert(
      AuthorizationCode(
        code: code, clientID: client.clientID, account: account.id, redirectURI: redirectURI(signIn.flow),
        nonce: signIn.nonce, codeChallenge: signIn.codeChallenge, tag: tag, authTime: context.stampNow,
        issuedAt: context.now))
    let person = try self.person(account, client: client, consent: consent, context: context, in: tx)
    return SignedIn(
      person: person, consent: consent, isFirst: known == nil, isReconsent: isReconsent, code: code)
  }

  private func sharesName(_ signedIn: SignedIn, _ context: Context) -> Bool {
    !signedIn.isReconsent || context.behaviour.nameOnReconsent
  }

  private func wantsIDToken(_ flow: SignIn.Flow) -> Bool {
    switch flow {
    case .native: true
    case .web(let authorization): authorization.includesIDToken
    }
  }

  private func redirectURI(_ flow: SignIn.Flow) -> String? {
    switch flow {
    case .native: nil
    case .web(let authorization): authorization.redirectURI
    }
  }
}

extension SignIn {
  /// The name as it is shared: as edited, or that of the account.
  fileprivate var sharedName: PersonName {
    fullName ?? PersonName(givenName: account.givenName, familyName: account.familyName)
  }
}
