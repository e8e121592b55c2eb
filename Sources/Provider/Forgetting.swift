import AppleID
import Store
import Synchronization

extension Provider {
  /// How long what has ended is remembered, in seconds of the clock, so that its refusal can say more than “unknown”.
  private enum Memory {
    /// A code, from when it was issued: a week.
    static let code = 7 * 86400
    /// A refresh token, from when it was revoked: a month.
    static let revokedToken = 30 * 86400
    /// A deleted account with its identifiers: a month.
    static let deletedAccount = 30 * 86400
    /// A live refresh token that nobody uses: a month, while the person has so many newer ones of the same client.
    static let superseded = (age: 30 * 86400, by: 100)
  }

  /// The hourly work of the scheduler: rows that no answer depends on any more go, so that the store stays bounded.
  func forgetting() -> Scheduler.Job {
    Scheduler.Job(
      name: "forgetting",
      next: { [weak self] in
        guard let self else { return nil }
        let now = self.now
        // The machine's own clock may have been set back.
        return lastForgetting.withLock { last in
          last.tried = min(last.tried, now)
          return last.tried + 3600
        }
      }
    ) { [weak self] _ in
      guard let self else { return }
      let context = self.context(base: "")
      let before = lastForgetting.withLock { last in
        last.tried = context.now
        return min(last.done, context.now)
      }
      // A lifetime may be any number; more than thirty thousand years are as good as for ever.
      let lifetime = min(context.behaviour.codeLifetime, 1_000_000_000_000)
      try store.write { tx in
        try tx.settle(at: context.now)
        try tx.forgetRateUses(endedBefore: context.now)
        _ = try tx.forgetAuthorizationCodes(issuedBefore: context.now - max(Memory.code, lifetime))
        try tx.forgetDeliveries(
          madeBefore: context.now - Self.deliveriesKept.age, keeping: Self.deliveriesKept.count)
        _ = try tx.forgetAccessTokens(issuedBefore: context.now - TokenResponse.expiresIn)
        _ = try tx.forgetRefreshTokens(revokedBefore: context.now - Memory.revokedToken)
        // Only who has got a new one since the last time can have too many old ones.
        for (account, clientID) in try tx.redeemers(since: before - lifetime) {
          _ = try tx.forgetRefreshTokens(
            of: account, clientID: clientID, unusedSince: context.now - Memory.superseded.age,
            behind: Memory.superseded.by)
        }
        _ = try tx.forgetAccounts(deletedBefore: context.now - Memory.deletedAccount)
      }
      lastForgetting.withLock { $0.done = context.now }
    }
  }
}
