package import AppleID
import Crypto
import JOSE

extension Provider {
  /// Apple's “Fetch Apple's public key for verifying token signature”: the body of `/auth/keys`.
  package func keys(in context: Context) throws -> [UInt8] {
    guard context.behaviour.keysOrder == .shuffled else {
      return try ring.keySet(at: context.now, shuffle: nil)
    }
    return try ring.keySet(at: context.now) { [random = settings.random] count in
      var order = Array(0..<count)
      for index in stride(from: count - 1, to: 0, by: -1) {
        order.swapAt(index, random.number(below: index + 1, for: "keys_order"))
      }
      return order
    }
  }

  /// The `ETag` of the key set: nil where the switch is off, and always the same where it is stale.
  package func keysTag(in context: Context) -> String? {
    switch context.behaviour.keysETag {
    case .off: return nil
    case .stale: return "\"keys\""
    case .on:
      // With the material: a key may come back under an old kid.
      let keys = ring.keys.published(at: context.now).map { $0.kid + $0.privateKey }.sorted().joined()
      return "\"" + Base64URL.encode(Array(SHA256.digest(Array(keys.utf8)).prefix(12))) + "\""
    }
  }

  /// The keys with their states at this moment.
  package func signingKeys() -> [(key: SigningKey, state: SigningKey.State)] {
    ring.keys.states(at: now, signers: readWorld { $0.behaviour.signers })
  }

  /// The kids of the key set at this moment.
  package func publishedKids() -> [String] { ring.keys.published(at: now).map(\.kid) }

  /// The ring, and this moment.
  package func keyRing() -> (ring: KeyRing, now: Int) { (ring.keys, now) }
}
