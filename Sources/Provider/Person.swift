import AppleID
import JSON
import Store

/// A person as one team sees them.
struct Person: Sendable {
  let account: Account
  let sub: String
  /// nil where no address was consented to, or the account has none.
  let email: IdentityToken.Email?
  /// Only in the 60 days after a transfer of the app.
  let transferSub: String?
}

extension Provider {
  /// A person as the team of `client` sees them, with what the consent to its group shares; ids are made the
  /// first time.
  func person(
    _ account: Account, client: Client, consent: Consent?, context: Context, in tx: Transaction
  ) throws -> Person {
    let scope = client.teamID + "/" + account.id
    let sub = try tx.userIdentifier(of: account.id, teamID: client.teamID) {
      ids.userIdentifier(at: context.now, scope: scope)
    }
    return Person(
      account: account, sub: sub,
      email: try email(of: account, client: client, consent: consent, context: context, in: tx),
      transferSub: try transferSub(of: account.id, client: client, context: context, in: tx))
  }

  private func email(
    of account: Account, client: Client, consent: Consent?, context: Context, in tx: Transaction
  ) throws -> IdentityToken.Email? {
    guard let consent, consent.scope.email, let address = account.email else { return nil }
    guard account.hidesEmail(by: consent) else {
      return .init(address: address, isVerified: account.emailVerified, isPrivate: false)
    }
    let scope = client.teamID + "/" + account.id
    let relay = try tx.privateEmail(of: account.id, teamID: client.teamID) {
      ids.privateEmailName(scope: scope) + "@" + context.behaviour.relayDomain.rawValue
    }
    return .init(address: relay, isVerified: true, isPrivate: true)
  }

  /// Signs an identity token about a person with the key that signs now.
  func identityToken(
    about person: Person, for client: Client, nonce: String?, companion: IdentityToken.Companion?,
    authTime: Int, realUserStatus: Int? = nil, claims: [JSON.Member] = [], in context: Context
  ) throws -> String? {
    let token = IdentityToken(
      iss: context.issuer, aud: client.clientID, iat: context.stampNow,
      lifetime: context.behaviour.idTokenLifetime,
      sub: person.sub, nonce: nonce, companion: companion, email: person.email, authTime: authTime,
      realUserStatus: realUserStatus, orgID: person.account.orgID,
      transferSub: person.transferSub)
    return try sign(token, claims: claims, in: context)
  }
}
