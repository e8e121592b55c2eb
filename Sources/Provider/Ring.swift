import AppleID
import Crypto
import JOSE
import JSON
import Store
import Synchronization

/// The key ring in memory, with each key parsed once: parsing costs more than signing.
final class Ring: Sendable {
  /// A body of `/auth/keys` and the moments between which it holds.
  private struct KeySet: Sendable {
    let from: Int
    let until: Int
    let bytes: [UInt8]
  }
  private struct State: Sendable {
    var ring = KeyRing(keys: [], reachedAt: Int.min)
    /// By PEM text: a key under an old kid is another key. They outlive a reset.
    var parsed: [String: RSAPrivateKey] = [:]
    /// The one that was asked for last: a PEM text takes longer to hash than to compare.
    var last: (pem: String, key: RSAPrivateKey)?
    var keySet: KeySet?
    /// How often a key was asked for, where several sign in turn.
    var turn = 0
    /// How many answers of the key set a skew has seen.
    var answers = 0
  }
  private let state = Mutex(State())

  func load(_ ring: KeyRing) {
    state.withLock { state in
      if ring.skew != state.ring.skew { state.answers = 0 }
      state.ring = ring
      state.keySet = nil
      if state.parsed.count > 100 {
        let present = Set(ring.keys.map(\.privateKey))
        state.parsed = state.parsed.filter { present.contains($0.key) }
      }
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
      let isSkewed = state.ring.skew.map { state.ring.moment(now) < $0.until } ?? false
      if shuffle == nil, !isSkewed, let keySet = state.keySet, keySet.from <= now, now < keySet.until {
        return keySet.bytes
      }
      let published = Self.shown(at: now, isSkewed: isSkewed, in: &state)
      if let shuffle {
        // In any order but one: the signer, which stands last, is never first among several.
        var order = shuffle(published.count)
        if order.count > 1, order[0] == order.count - 1 { order.swapAt(0, 1) }
        return try Self.bytes(of: order.map { published[$0] }, in: &state)
      }
      let bytes = try Self.bytes(of: published, in: &state)
      if !isSkewed {
        state.keySet = KeySet(from: now, until: state.ring.nextChange(after: now), bytes: bytes)
      }
      return bytes
    }
  }

  /// The published keys, or, in some answers of a skew, those before the newest.
  private static func shown(at now: Int, isSkewed: Bool, in state: inout State) -> [SigningKey] {
    let published = state.ring.published(at: now)
    guard isSkewed, let skew = state.ring.skew else { return published }
    state.answers += 1
    guard (state.answers - 1) % skew.of < skew.staleOf else { return published }
    return published.filter { $0.kid != skew.hiddenKid }
  }

  private static func parsed(_ key: SigningKey, in state: inout State) throws -> RSAPrivateKey {
    if let last = state.last, last.pem == key.privateKey { return last.key }
    let parsed = try state.parsed[key.privateKey] ?? Self.read(key)
    state.parsed[key.privateKey] = parsed
    state.last = (key.privateKey, parsed)
    return parsed
  }

  private static func read(_ key: SigningKey) throws -> RSAPrivateKey {
    do throws(OpenSSLError) {
      return try RSAPrivateKey(pem: key.privateKey)
    } catch {
      throw StoredValueError(
        table: "signing_key", row: "kid \"\(key.kid)\"", column: "private_key",
        reason: "is no RSA private key: \(error)")
    }
  }

  private static func bytes(of keys: [SigningKey], in state: inout State) throws -> [UInt8] {
    var members: [JSON] = []
    for key in keys { members.append(JWK.json(kid: key.kid, try parsed(key, in: &state).publicKey)) }
    return JSON.object([JSON.Member("keys", .array(members))]).bytes()
  }
}
