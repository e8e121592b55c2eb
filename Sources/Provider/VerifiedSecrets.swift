import AppleID
import Synchronization

/// The client secrets that were found good, remembered until the verdict could change: their expiry, a clock set
/// back, or (by `forget`) any change of keys, clients, clock or switches.
final class VerifiedSecrets: Sendable {
  /// How many are kept; a crowd of throw-away secrets must not fill the memory.
  private static let limit = 1000

  private struct Entry: Sendable {
    let client: Client
    let from: Int
    let until: Double
  }
  private struct State: Sendable {
    var generation = 0
    var entries: [String: Entry] = [:]
  }
  private let state = Mutex(State())

  /// The client a secret was found good for, if that still holds at `now` (seconds since 1970).
  func client(_ clientID: String, secret: String, at now: Int) -> Client? {
    state.withLock { state in
      guard let entry = state.entries[secret], entry.client.clientID == clientID, entry.from <= now,
        Double(now) < entry.until
      else { return nil }
      return entry.client
    }
  }

  /// What `remember` wants back, so that a verdict reached before a change is not kept after it.
  var generation: Int { state.withLock { $0.generation } }

  func remember(_ secret: String, of client: Client, from now: Int, until exp: Double, generation: Int) {
    state.withLock { state in
      guard generation == state.generation else { return }
      if state.entries.count >= Self.limit { state.entries.removeAll() }
      state.entries[secret] = Entry(client: client, from: now, until: exp)
    }
  }

  func forget() {
    state.withLock { state in
      state.generation += 1
      state.entries.removeAll()
    }
  }
}
