/// The signing keys and what they do at a moment, as a pure function of time.
package struct KeyRing: Sendable, Equatable {
  /// How many keys a fresh ring publishes; the others wait as the pool of its rotations.
  package static let publishedAtStart = 4

  /// Several answers of `/auth/keys` in turn, some of them behind the times.
  package struct Skew: Sendable, Equatable {
    /// The key that the stale answers do not show yet.
    package let hiddenKid: String
    /// Seconds since 1970.
    package let until: Int
    /// The first so many …
    package let staleOf: Int
    /// … of so many answers are stale.
    package let of: Int

    package init(hiddenKid: String, until: Int, staleOf: Int, of: Int) {
      self.hiddenKid = hiddenKid
      self.until = until
      self.staleOf = staleOf
      self.of = of
    }
  }

  /// Oldest first.
  package var keys: [SigningKey]
  package var skew: Skew?
  /// The moment up to which steps have been taken: a clock that is set back undoes none of them.
  package var reachedAt: Int

  package init(keys: [SigningKey], skew: Skew? = nil, reachedAt: Int) {
    self.keys = keys
    self.skew = skew
    self.reachedAt = reachedAt
  }

  /// A ring's beginning at `now`: the first four keys published, the last of them signing, the rest waiting.
  package static func fresh(_ keys: [(kid: String, pem: String)], at now: Int) -> KeyRing {
    let published = min(publishedAtStart, keys.count)
    return KeyRing(
      keys: keys.enumerated().map { index, key in
        SigningKey(
          kid: key.kid, privateKey: key.pem, createdAt: now, publishedFrom: index < published ? now : nil,
          signsFrom: index == published - 1 ? now : nil)
      }, reachedAt: now)
  }

  /// The moment that counts when the clock says `now`.
  package func moment(_ now: Int) -> Int { max(now, reachedAt) }

  /// The keys of the key set at `now`: where there are several, the signer is never first.
  package func published(at now: Int) -> [SigningKey] {
    let now = moment(now)
    let shown = keys.filter { $0.isPublished(at: now) }
    return shown.filter { !$0.isSigning(at: now) } + shown.filter { $0.isSigning(at: now) }
  }

  /// The keys that sign in turn at `now`, newest last: the ring's signer, or the `count` newest published keys.
  package func signers(at now: Int, count: Int = 1) -> [SigningKey] {
    let now = moment(now)
    guard count > 1 else { return keys.last { $0.isSigning(at: now) }.map { [$0] } ?? [] }
    return Array(keys.filter { $0.isPublished(at: now) }.suffix(count))
  }
}
