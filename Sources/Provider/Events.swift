package import JSON
import Synchronization

/// What happens beside the requests, for who watches: the newest changes of clock, behaviour, keys, and resets.
package final class Events: Sendable {
  /// How many are kept for a slow reader.
  package static let limit = 1000

  /// One change.
  package struct Event: Sendable {
    package let sequence: Int
    /// `clock`, `behaviour`, `keys` or `reset`.
    package let kind: String
    package let data: JSON
  }

  private struct State: Sendable {
    var events: [Event] = []
    var last = 0
  }
  private let state = Mutex(State())
  private let feed: Feed

  init(feed: Feed) { self.feed = feed }

  func append(_ kind: String, _ data: JSON = [:]) {
    state.withLock { state in
      state.last += 1
      if state.events.count == Self.limit { state.events.removeFirst() }
      state.events.append(Event(sequence: state.last, kind: kind, data: data))
    }
    feed.ring()
  }

  /// The changes after a sequence number, oldest first.
  package func events(after sequence: Int) -> [Event] {
    state.withLock { state in
      let first = state.events.firstIndex { $0.sequence > sequence } ?? state.events.endIndex
      return Array(state.events[first...])
    }
  }

  /// The number of the newest, 0 where there is none.
  package var last: Int { state.withLock { $0.last } }
}
