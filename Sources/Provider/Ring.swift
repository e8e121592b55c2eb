import AppleID
import Crypto
import JOSE
import JSON
import Synchronization

/// The key ring in memory, with each key parsed once: parsing costs more than signing.
final class Ring: Sendable {
  private struct State: Sendable {
    var ring = KeyRing(keys: [])
    /// By PEM text: a key under an old kid is another key. They outlive a reset.
    var parsed: [String: RSAPrivateKey] = [:]
    var keySet: (kids: [String], bytes: [UInt8])?
    /// How often a key was asked for, where several sign in turn.
    var turn = 0
  }
  private let state = Mutex(State())

  func load(_ ring: KeyRing) {
    state.withLock { state in
      state.ring = ring
      state.keySet = nil
      state.turn = 0
    }
  }

  /// The keys as they are.
  var keys: KeyRing { state.withLock { $0.ring } }

  /// The kid and the key that sign at `now`, seconds since 1970; `count` keys take turns. nil where none signs.
  func signer(at now: Int, count: Int) throws -> (kid: String, key: RSAPrivateKey)? {
    try state.withLock { state in
      let signers = state.ring.signers(at: now, count: count)
      guard !signers.isEmpty else { return nil }
      let signer = signers[state.turn % signers.count]
      state.turn += 1
      return (signer.kid, try Self.parsed(signer, in: &state))
    }
  }

  /// The body of `/auth/keys` at `now`; `shuffle` gives the order of so many keys, nil keeps theirs.
  func keySet(at now: Int, shuffle: ((Int) -> [Int])?) throws -> [UInt8] {
    try state.withLock { state in
      let published = state.ring.published(at: now)
      if let shuffle {
        // In any order but one: the signer, which stands last, is never first among several.
        var order = shuffle(published.count)
        if order.count > 1, order[0] == order.count - 1 { order.swapAt(0, 1) }
        return try Self.bytes(of: order.map { published[$0] }, in: &state)
      }
      let kids = published.map(\.kid)
      if let keySet = state.keySet, keySet.kids == kids { return keySet.bytes }
      let bytes = try Self.bytes(of: published, in: &state)
      state.keySet = (kids, bytes)
      return bytes
    }
  }

  private static func parsed(_ key: SigningKey, in state: inout State) throws -> RSAPrivateKey {
    if let parsed = state.parsed[key.privateKey] { return parsed }
    let parsed = try RSAPrivateKey(pem: key.privateKey)
    state.parsed[key.privateKey] = parsed
    return parsed
  }

  private static func bytes(of keys: [SigningKey], in state: inout State) throws -> [UInt8] {
    var members: [JSON] = []
    for key in keys { members.append(JWK.json(kid: key.kid, try parsed(key, in: &state).publicKey)) }
    return JSON.object([JSON.Member("keys", .array(members))]).bytes()
  }
}
