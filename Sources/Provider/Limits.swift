package import AppleID
import JSON
package import Store

extension Provider {
  /// Counts a request for the limits that watch such a subject; throws `Refusal` for one too many.
  package func limit(
    _ per: RateLimit.Per, _ subject: String, of client: Client? = nil, in context: Context
  ) throws {
    guard context.limits.contains(where: { $0.per == per }) else { return }
    try store.write { tx in try limit(per, subject, of: client, context: context, in: tx) }
  }

  func limit(
    _ per: RateLimit.Per, _ subject: String, of client: Client?, context: Context, in tx: Transaction
  ) throws {
    for limit in context.limits where limit.per == per {
      guard limit.covers(endpoint: context.endpoint, grantType: context.notes.grantType),
        let wait = try tx.use(limit, subject: subject, at: context.now)
      else { continue }
      let refusal = limit.refusal(retryAfter: wait, client: client?.clientID)
      guard let leniency = limit.leniency, let client else { throw refusal }
      try context.notes.forgive(refusal, with: leniency, of: client)
    }
  }

  /// The limits, with how much of each is used by whom.
  package func rateLimits() throws -> [(limit: RateLimit, uses: [RateUse])] {
    let (limits, now) = readWorld { ($0.limits, $0.clock.now(real: settings.clock.now())) }
    return try store.read { tx in try limits.map { ($0, try tx.uses(of: $0, at: now)) } }
  }

  /// Puts other limits in the place of those there are.
  package func setRateLimits(_ limits: [RateLimit]) throws { try changeWorld { $0.limits = limits } }
}
