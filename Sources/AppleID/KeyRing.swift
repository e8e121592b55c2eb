/// The signing keys and what they do at a moment, as a pure function of time.
package struct KeyRing: Sendable, Equatable {
  /// How many keys a fresh ring publishes; the others wait as the pool of its rotations.
  package static let publishedAtStart = 4

  /// Oldest first.
  package let keys: [SigningKey]

  package init(keys: [SigningKey]) { self.keys = keys }

  /// A ring's beginning at `now`: the first four keys published, the last of them signing, the rest waiting.
  package static func fresh(_ keys: [(kid: String, pem: String)], at now: Int) -> KeyRing {
    let published = min(publishedAtStart, keys.count)
    return KeyRing(
      keys: keys.enumerated().map { index, key in
        SigningKey(
          kid: key.kid, privateKey: key.pem, createdAt: now, publishedFrom: index < published ? now : nil,
          signsFrom: index == published - 1 ? now : nil)
      })
  }

  /// The keys of the key set at `now`: where there are several, the signer is never first.
  package func published(at now: Int) -> [SigningKey] {
    let now = reached(now)
    let shown = keys.filter { $0.isPublished(at: now) }
    return shown.filter { !$0.isSigning(at: now) } + shown.filter { $0.isSigning(at: now) }
  }

  /// The keys that sign in turn at `now`, newest last: the ring's signer, or the `count` newest published keys.
  package func signers(at now: Int, count: Int = 1) -> [SigningKey] {
    let now = reached(now)
    guard count > 1 else { return keys.last { $0.isSigning(at: now) }.map { [$0] } ?? [] }
    return Array(keys.filter { $0.isPublished(at: now) }.suffix(count))
  }

  /// A clock that is set back undoes nothing: the newest key was made, so its moment counts as now.
  private func reached(_ now: Int) -> Int { max(now, keys.map(\.createdAt).max() ?? now) }
}
