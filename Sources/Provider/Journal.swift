package import AppleID
import Synchronization

/// The newest exchanges of Apple's side, in memory.
package final class Journal: Sendable {
  /// How many entries are kept.
  package static let limit = 10_000
  /// How much of a body is kept, in bytes: of the answer's, of the parameters, and of the header.
  package static let bodyLimit = 16 * 1024
  /// How much is kept of what should be short, in bytes.
  private static let nameLimit = 1024

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
    /// The body of the answer, at most `bodyLimit` bytes of it.
    package let responseBody: [UInt8]
    /// Microseconds of real time.
    package let duration: Int
    package let clientID: String?
    package let account: String?
    package let grantType: String?
    package let error: Refusal.Code?
    /// The sentence in the answer, where there was one.
    package let errorDescription: String?
    /// The name of the rule that refused, also where it did so by a status.
    package let rule: Rule?
    package let hint: String?
    package let leniencies: [String]
    /// The planned faults that met the request.
    package let faults: [String]

    package init(
      at: Int, endpoint: String, method: String, path: String, parameters: [(name: String, value: String)],
      headers: [(name: String, value: String)], status: Int, responseBody: [UInt8], duration: Int,
      notes: Notes,
      refusal: Refusal?, faults: [String] = [], showsDescription: Bool, hint: String?
    ) {
      self.at = at
      self.endpoint = endpoint
      self.method = method
      self.path = path
      self.parameters = Self.cut(parameters)
      self.headers = Self.cut(headers)
      self.status = status
      self.responseBody =
        responseBody.count > Journal.bodyLimit ? Array(responseBody.prefix(Journal.bodyLimit)) : responseBody
      self.duration = duration
      clientID = notes.clientID?.cut(Journal.nameLimit)
      account = notes.account
      grantType = notes.grantType?.cut(Journal.nameLimit)
      error = refusal?.error
      self.faults = faults
      errorDescription = showsDescription ? refusal?.errorDescription?.cut(Journal.nameLimit) : nil
      rule = refusal?.rule
      self.hint = hint
      leniencies = notes.forgiven.map {
        "\($0.leniency.rawValue): Apple would have refused this: \($0.refusal.hint.cut(Journal.nameLimit))"
      }
    }

    /// The first pairs, as far as the limit reaches; the last may be cut.
    private static func cut(_ pairs: [(name: String, value: String)]) -> [(name: String, value: String)] {
      var room = Journal.bodyLimit
      var kept: [(name: String, value: String)] = []
      for (name, value) in pairs where room > 0 {
        let pair = (name: name.cut(room), value: value.cut(room - min(room, name.utf8.count)))
        room -= name.utf8.count + value.utf8.count
        kept.append(pair)
      }
      return kept
    }
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// Where the oldest stands once the ring is full.
    var start = 0
    var last = 0
    var clearings = 0
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

  /// How many entries there are.
  package var count: Int { state.withLock { $0.entries.count } }

  /// How often it was emptied: entries seen before are not to be counted after.
  package var clearings: Int { state.withLock { $0.clearings } }

  /// Forgets the entries; ids go on.
  package func clear() {
    state.withLock { $0 = State(last: $0.last, clearings: $0.clearings + 1) }
    feed.ring()
  }

  /// Forgets everything; ids begin anew.
  package func removeAll() {
    state.withLock { $0 = State(clearings: $0.clearings + 1) }
    feed.ring()
  }
}

extension String {
  /// The beginning, at most so many bytes; its own storage, so that the rest is not kept alive.
  fileprivate func cut(_ limit: Int) -> String {
    utf8.count <= limit ? self : String(decoding: Array(utf8.prefix(limit)), as: UTF8.self)
  }
}
