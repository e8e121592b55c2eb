package import AppleID
import Crypto

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

  /// The keys and their states at this moment.
  package func keyRing() -> (ring: KeyRing, now: Int) { (ring.keys, now) }
}
