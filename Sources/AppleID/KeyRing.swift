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

  /// The keys of the key set at `now`, in Apple's way: where there are several, the signer is never first.
  package func published(at now: Int) -> [SigningKey] {
    let shown = keys.filter { $0.isPublished(at: now) }
    return shown.filter { !$0.isSigning(at: now) } + shown.filter { $0.isSigning(at: now) }
  }

  /// The key that signs at `now`: the newest where several do.
  package func signer(at now: Int) -> SigningKey? { keys.last { $0.isSigning(at: now) } }
}
