package import AppleID
import Store

/// The e-mail relay: forwarding for a team, and the verdict on a mail.
extension Provider {
  /// Turns forwarding of a person's relay address for a team on or off, and tells the endpoint of each app group of the
  /// team that has the address, where that changes anything; throws `Complaint.notFound` for who is not there.
  package func setForwarding(
    _ isEnabled: Bool, of account: String, teamID: String, in context: Context
  ) throws {
    try store.write { tx in
      guard let person = try tx.account(account) else {
        throw Complaint.notFound("There is no account \(account).")
      }
      guard try tx.team(teamID) != nil else { throw Complaint.notFound("There is no team \(teamID).") }
      guard try tx.isForwarding(to: account, teamID: teamID) != isEnabled else { return }
      try tx.setForwarding(isEnabled, of: account, teamID: teamID)
      for consent in try tx.consents(of: account) where person.hidesEmail(by: consent) {
        guard try tx.client(consent.group)?.teamID == teamID else { continue }
        try tell(isEnabled ? .emailEnabled : .emailDisabled, about: consent, in: context, tx)
      }
    }
    sendNotifications()
  }

  /// What the relay says to a mail; one that is forwarded counts towards the hundred a day.
  package func relay(_ mail: RelayMail, in context: Context) throws -> RelayMail.Verdict {
    try store.write { tx in
      guard let (account, teamID) = try tx.holder(ofPrivateEmail: mail.to) else { return mail.unknownAddress }
      let sources = try tx.clients().filter { $0.teamID == teamID }.flatMap(\.emailSources)
      guard mail.isAuthorized(by: sources) else { return mail.unauthorizedSender }
      guard let address = try tx.account(account)?.email, try tx.isForwarding(to: account, teamID: teamID)
      else {
        return mail.forwardingDisabled
      }
      let limit = RateLimit(
        endpoint: .relayMail, grantType: nil, per: .address, limit: RelayMail.dailyLimit, window: 86400,
        answer: .tooManyRequests)
      guard try tx.use(limit, subject: mail.to.lowercased(), at: context.now) == nil else {
        return mail.dailyLimitReached
      }
      return mail.forwarded(to: address)
    }
  }
}
