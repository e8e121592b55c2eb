package import JSON
import Synchronization

/// What happens beside the requests, for who watches: the newest changes of clock, behaviour, keys, and resets. The log
/// is told of each as it comes.
package final class Events: Sendable {
  /// How many are kept for a slow reader.
  package static let limit = 1000

  /// One change.
  package struct Event: Sendable {
    package let sequence: Int
    package let kind: Kind
    package let data: JSON
  }

  /// What has changed.
  package enum Kind: String, Sendable, CaseIterable {
    case clock, behaviour, keys, fault, incident, delivery
    case certificateAuthority = "certificate_authority"
    case reset
  }

  private struct State: Sendable {
    var events: [Event] = []
    var last = 0
  }
  private let state = Mutex(State())
  private let feed: Feed

  private let tap: @Sendable (Event) -> Void

  init(feed: Feed, tap: @escaping @Sendable (Event) -> Void) {
    self.feed = feed
    self.tap = tap
  }

  func append(_ kind: Kind, _ data: JSON = [:]) {
    let event = state.withLock { state in
      state.last += 1
      if state.events.count == Self.limit { state.events.removeFirst() }
      let event = Event(sequence: state.last, kind: kind, data: data)
      state.events.append(event)
      return event
    }
    feed.ring()
    // Outside the lock, which every reader of events takes.
    tap(event)
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
