import AppleID
import Primitives
import Synchronization

/// The client secrets that were found good. Their dates and their audience are held against each request anew, as
/// these depend on its clock, its behaviour and its issuer; a change of keys or clients is told by `forget`.
final class VerifiedSecrets: Sendable {
  /// How many are kept; a crowd of throw-away secrets must not fill the memory.
  private static let limit = 1000

  private struct Entry: Sendable {
    let client: Client
    /// The transfer by whose window alone the secret is good; nil for one of the client's own team.
    let sender: Transfer?
    let iat: Double
    let exp: Double
    let issuer: String

    func isGood(for clientID: String, migrates: Bool, in context: Context) -> Bool {
      let now = Double(context.stampNow)
      if let sender {
        guard migrates, sender.state(at: context.now) == .accepted else { return false }
      }
      return client.clientID.hasSameBytes(as: clientID) && issuer.hasSameBytes(as: context.issuer)
        && iat - now <= Double(context.behaviour.secretSkew) && now < exp
        && exp - now <= Double(ClientSecret.longest)
    }
  }
  private struct State: Sendable {
    var generation = 0
    var entries: [ByteKey: Entry] = [:]
  }
  private let state = Mutex(State())

  /// The client a secret was found good for, if that still holds for a request.
  func client(_ clientID: String, secret: String, migrates: Bool, in context: Context) -> Client? {
    state.withLock { state in
      guard let entry = state.entries[ByteKey(secret)],
        entry.isGood(for: clientID, migrates: migrates, in: context)
      else { return nil }
      return entry.client
    }
  }

  /// What `remember` wants back, so that a verdict reached before a change is not kept after it.
  var generation: Int { state.withLock { $0.generation } }

  func remember(
    _ text: String, _ secret: ClientSecret, of client: Client, sender: Transfer?, issuer: String,
    generation: Int
  ) {
    guard let iat = secret.iat, let exp = secret.exp else { return }
    state.withLock { state in
      guard generation == state.generation else { return }
      if state.entries.count >= Self.limit { state.entries.removeAll() }
      state.entries[ByteKey(text)] = Entry(client: client, sender: sender, iat: iat, exp: exp, issuer: issuer)
    }
  }

  func forget() {
    state.withLock { state in
      state.generation += 1
      state.entries.removeAll()
    }
  }
}
