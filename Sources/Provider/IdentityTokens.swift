package import AppleID
package import JSON
import Store

extension Provider {
  /// An identity token about a person for a client, made without a sign-in, with other claims laid over (null takes one
  /// away) and the context's mutation; nil where the mutation is that there is none.
  package func identityToken(
    about account: Account, for client: Client, nonce: String?, claims: [JSON.Member], in context: Context
  ) throws -> String? {
    let person = try store.write { tx in
      let consent = try tx.consent(of: account.id, group: client.group)
      let assumed = Consent(
        account: account.id, group: client.group, scope: Scope(name: true, email: true),
        hideEmail: account.hideEmail,
        consentedAt: context.now, lastClientID: client.clientID)
      return try self.person(account, client: client, consent: consent ?? assumed, context: context, in: tx)
    }
    return try identityToken(
      about: person, for: client, nonce: nonce, companion: nil, authTime: context.stampNow,
      realUserStatus: client.kind == .app ? account.realUserStatus : nil, claims: claims, in: context)
  }
}
