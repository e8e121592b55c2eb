import Synchronization

/// The newest exchanges of Apple's side, in memory, as bytes.
package final class Journal: Sendable {
  /// How many entries are kept.
  package static let limit = 10_000
  private struct State: Sendable {
    var pages = Pages()
    var clearings = 0
  }
  private let state = Mutex(State())
  private let feed: Feed

  init(feed: Feed) { self.feed = feed }

  /// Adds an entry and gives it the next id.
  package func append(_ entry: Entry) -> Int {
    let row = entry.packed
    let id = state.withLock { state in
      state.pages.append(row, keeping: Self.limit)
      return state.pages.last
    }
    feed.ring()
    return id
  }

  /// The entries after an id (0: all) that match, oldest first, and at most so many.
  package func entries(
    after id: Int = 0, atMost most: Int = .max, where matches: (Entry) -> Bool = { _ in true }
  ) -> [Entry] {
    var found: [Entry] = []
    var seen = id
    let (last, clearings) = state.withLock { ($0.pages.last, $0.clearings) }
    // A page at a time, and read outside the lock: nobody waits for a long list.
    while seen < last, found.count < most {
      let rows = state.withLock { $0.clearings == clearings ? $0.pages.rows(after: seen) : nil }
      guard let rows else { return [] }
      for (id, row) in rows where id <= last && found.count < most {
        let entry = Entry(row, id: id)
        if matches(entry) { found.append(entry) }
      }
      seen = rows.last
    }
    return found
  }

  /// The entry with an id.
  package func entry(_ id: Int) -> Entry? {
    id > 0 ? entries(after: id - 1, atMost: 1).first { $0.id == id } : nil
  }

  /// The id of the newest entry, 0 where there is none.
  package var lastID: Int { state.withLock { $0.pages.last } }

  /// How many entries there are.
  package var count: Int { state.withLock { $0.pages.count } }

  /// How often it was emptied: entries seen before are not to be counted after.
  package var clearings: Int { state.withLock { $0.clearings } }

  /// Forgets the entries; ids go on.
  package func clear() { empty(countingFrom: \.last) }

  /// Forgets everything; ids begin anew.
  package func removeAll() { empty { _ in 0 } }

  private func empty(countingFrom last: (Pages) -> Int) {
    state.withLock { state in
      state.pages.removeAll(after: last(state.pages))
      state.clearings += 1
    }
    feed.ring()
  }
}
