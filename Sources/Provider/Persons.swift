package import AppleID
import Store

/// What a person does to their Apple Account. Each throws `Complaint.notFound` for who or what is not there.
extension Provider {
  /// “Stop using Apple Account” with an app: tokens and codes of its group die, the next sign-in is a first one, and the
  /// group's endpoint is told.
  package func endConsent(of account: String, clientID: String, in context: Context) throws {
    try store.write { tx in
      guard try tx.account(account) != nil else {
        throw Complaint.notFound("There is no account \(account).")
      }
      guard let client = try tx.client(clientID), try tx.consent(of: account, group: client.group) != nil
      else {
        throw Complaint.notFound("\(account) does not use \(clientID).")
      }
      let consent = try tx.consent(of: account, group: client.group)
      try end(account, group: client.group, by: .user, at: context.now, in: tx)
      try tell(.consentRevoked, to: client, aud: consent?.lastClientID, of: account, in: context, tx)
    }
    sendNotifications()
  }

  /// The person deletes their Apple Account: everything that was authorized ends, and the endpoint of each app group is
  /// told. The id stays known.
  package func deleteAccount(_ account: String, in context: Context) throws {
    try store.write { tx in
      guard try tx.account(account) != nil else {
        throw Complaint.notFound("There is no account \(account).")
      }
      for consent in try tx.consents(of: account) {
        try end(account, group: consent.group, by: .deletion, at: context.now, in: tx)
        try tell(context.behaviour.deletionEvent.kind, about: consent, in: context, tx)
      }
      try tx.deleteAccount(account, at: context.now)
    }
    sendNotifications()
  }

  /// The person changes their password: every refresh token dies, what they allowed stays.
  package func changePassword(of account: String, in context: Context) throws {
    try store.write { tx in
      guard try tx.account(account) != nil else {
        throw Complaint.notFound("There is no account \(account).")
      }
      try tx.revokeRefreshTokens(of: account, by: .password, at: context.now)
    }
  }

  /// Puts a changed account in its place.
  package func changeAccount(_ id: String, to make: (Account) throws -> Account) throws -> Account {
    try store.write { tx in
      guard let account = try tx.account(id) else { throw Complaint.notFound("There is no account \(id).") }
      let changed = try make(account)
      try tx.update(changed)
      return changed
    }
  }

  /// What getCredentialState would say of a person to an app (ASAuthorizationAppleIDProvider).
  package func credentialState(of account: String, clientID: String) throws -> CredentialState {
    try store.read { tx in
      guard try tx.hasAccount(account) else { throw Complaint.notFound("There is no account \(account).") }
      guard let client = try tx.client(clientID) else {
        throw Complaint.notFound("There is no client \(clientID).")
      }
      if let consent = try tx.consent(of: account, group: client.group) {
        return consent.transferredFrom == nil ? .authorized : .transferred
      }
      return try tx.hasEverConsented(account, group: client.group) ? .revoked : .notFound
    }
  }

  /// Ends what a person allowed an app group.
  func end(
    _ account: String, group: String, by ending: RefreshToken.Ending, at now: Int, in tx: Transaction
  ) throws {
    try tx.revokeTokens(of: account, group: group, by: ending, at: now)
    try tx.revokeAuthorizationCodes(of: account, group: group, by: ending, at: now)
    _ = try tx.endConsent(of: account, group: group, at: now)
  }
}

/// The states of a credential (ASAuthorizationAppleIDProvider.CredentialState).
package enum CredentialState: String, Sendable {
  case authorized, revoked, transferred
  case notFound = "not_found"
}
