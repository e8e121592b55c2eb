import AppleID
import Store
import Synchronization

extension Provider {
  /// How long a spent code is kept, so that its refusal can say more than “unknown”: a week, in seconds.
  private static let codeMemory = 7 * 86400

  /// The hourly work of the scheduler: rows that no answer depends on any more go, so that the store stays bounded.
  func forgetting() -> Scheduler.Job {
    let last = Mutex(now)
    return Scheduler.Job(name: "forgetting", next: { last.withLock { $0 + 3600 } }) { [weak self] _ in
      guard let self else { return }
      let context = self.context(base: "")
      last.withLock { $0 = context.now }
      // A lifetime may be any number; more than thirty thousand years are as good as for ever.
      let kept = min(max(Self.codeMemory, context.behaviour.codeLifetime), 1_000_000_000_000)
      try store.write { tx in
        try tx.forgetRateUses(endedBefore: context.now)
        _ = try tx.forgetAuthorizationCodes(issuedBefore: context.now - kept)
        try tx.forgetDeliveries(
          madeBefore: context.now - Self.deliveriesKept.age, keeping: Self.deliveriesKept.count)
        _ = try tx.forgetAccessTokens(issuedBefore: context.now - TokenResponse.expiresIn)
      }
    }
  }
}
