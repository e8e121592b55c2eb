package import AppleID
import Synchronization

/// The newest exchanges of Apple's side, in memory.
package final class Journal: Sendable {
  /// How many entries are kept.
  package static let limit = 10_000
  /// How much of a body is kept, in bytes.
  package static let bodyLimit = 16 * 1024

  /// One exchange.
  package struct Entry: Sendable {
    package var id = 0
    /// Seconds since 1970 on the clock the rules obey.
    package let at: Int
    package let endpoint: String
    package let method: String
    package let path: String
    package let parameters: [(name: String, value: String)]
    package let headers: [(name: String, value: String)]
    package let status: Int
    /// The body that was sent, at most `bodyLimit` bytes of it.
    package let responseBody: [UInt8]
    /// Microseconds of real time.
    package let duration: Int
    package let clientID: String?
    package let account: String?
    package let grantType: String?
    package let refusal: Refusal?
    /// The name of the rule that refused, also where it did so by a status.
    package let rule: Rule?
    package let hint: String?
    package let leniencies: [String]

    package init(
      at: Int, endpoint: String, method: String, path: String, parameters: [(name: String, value: String)],
      headers: [(name: String, value: String)], status: Int, responseBody: [UInt8], duration: Int,
      notes: Notes,
      refusal: Refusal?, hint: String?
    ) {
      self.at = at
      self.endpoint = endpoint
      self.method = method
      self.path = path
      self.parameters = parameters
      self.headers = headers
      self.status = status
      self.responseBody =
        responseBody.count > Journal.bodyLimit ? Array(responseBody.prefix(Journal.bodyLimit)) : responseBody
      self.duration = duration
      clientID = notes.clientID
      account = notes.account
      grantType = notes.grantType
      self.refusal = refusal
      rule = refusal?.rule
      self.hint = hint
      leniencies = notes.forgiven.map {
        "\($0.leniency.rawValue): Apple would have refused this: \($0.refusal.hint)"
      }
    }
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// Where the oldest stands once the ring is full.
    var start = 0
    var last = 0
  }
  private let state = Mutex(State())
  private let feed: Feed

  init(feed: Feed) { self.feed = feed }

  /// Adds an entry and gives it the next id.
  package func append(_ entry: Entry) -> Int {
    let id = state.withLock { state in
      state.last += 1
      var entry = entry
      entry.id = state.last
      if state.entries.count < Self.limit {
        state.entries.append(entry)
      } else {
        state.entries[state.start] = entry
        state.start = (state.start + 1) % Self.limit
      }
      return state.last
    }
    feed.ring()
    return id
  }

  /// The entries after an id (0: all) that match, oldest first.
  package func entries(after id: Int = 0, where matches: (Entry) -> Bool = { _ in true }) -> [Entry] {
    // Under the lock and backwards: a copy of the ring would make the next append copy all of it.
    state.withLock { state in
      var found: [Entry] = []
      for offset in stride(from: state.entries.count - 1, through: 0, by: -1) {
        let entry = state.entries[(state.start + offset) % state.entries.count]
        guard entry.id > id else { break }
        if matches(entry) { found.append(entry) }
      }
      return found.reversed()
    }
  }

  /// The id of the newest entry, 0 where there is none.
  package var lastID: Int { state.withLock { $0.last } }

  /// Forgets the entries; ids go on.
  package func clear() {
    state.withLock { $0 = State(last: $0.last) }
    feed.ring()
  }

  /// Forgets everything; ids begin anew.
  package func removeAll() {
    state.withLock { $0 = State() }
    feed.ring()
  }
}
