import Synchronization

/// The order in which notifications leave: for each endpoint the first attempts one after the other, as the events came;
/// retries beside them, a few at a time, so that neither holds up what comes later. It remembers; the store knows.
final class Courier: Sendable {
  /// A notification that is to be sent, and when.
  struct Item: Sendable, Equatable {
    let position: Int
    let id: String
    let url: String
    /// Seconds since 1970 on the clock the rules obey.
    var dueAt: Int
    let isRetry: Bool
  }

  /// How many retries may be on their way to one endpoint at once.
  private static let retriesAtOnce = 4

  private struct Lane: Sendable {
    /// By the moment due, then by position.
    var first: [Item] = []
    var retries: [Item] = []
    var isFirstOut = false
    var retriesOut = 0
    /// When the last first attempt ended: the next one is not made before.
    var freeAt = Int.min

    /// Mostly in the last place: what comes later is due later.
    mutating func insert(_ item: Item) {
      if item.isRetry { Self.insert(item, into: &retries) } else { Self.insert(item, into: &first) }
    }

    private static func insert(_ item: Item, into list: inout [Item]) {
      let before = list.lastIndex { ($0.dueAt, $0.position) <= (item.dueAt, item.position) }
      list.insert(item, at: before.map { $0 + 1 } ?? 0)
    }

    mutating func remove(_ id: String) {
      first.removeAll { $0.id == id }
      retries.removeAll { $0.id == id }
    }

    var isEmpty: Bool { first.isEmpty && retries.isEmpty && !isFirstOut && retriesOut == 0 }

    /// What would leave next.
    var next: Item? {
      var first = isFirstOut ? nil : self.first.first
      if let dueAt = first?.dueAt { first?.dueAt = max(dueAt, freeAt) }
      guard retriesOut < Courier.retriesAtOnce, let retry = retries.first else { return first }
      return first.map { retry.dueAt < $0.dueAt ? retry : $0 } ?? retry
    }
  }

  private struct State: Sendable {
    var lanes: [String: Lane] = [:]
    var lastPosition = 0
    var out: Set<String> = []
    /// Counts every change of the log.
    var changes = 0
  }
  private let state = Mutex(State())

  /// Up to where the outbox has been read.
  var lastPosition: Int { state.withLock { $0.lastPosition } }

  /// How often the log has changed, for who waits for it.
  var changes: Int { state.withLock { $0.changes } }
  func noteChange() { state.withLock { $0.changes += 1 } }

  /// Forgets everything: another outbox is read from its beginning.
  func removeAll() {
    state.withLock { state in
      state.lanes = [:]
      state.lastPosition = 0
      state.out = []
      state.changes += 1
    }
  }

  /// Takes up what was read from the outbox, up to the position `last`.
  func add(_ items: [Item], upTo last: Int) {
    state.withLock { state in
      for item in items where item.position > state.lastPosition {
        state.lanes[item.url, default: Lane()].insert(item)
      }
      state.lastPosition = max(state.lastPosition, last)
    }
  }

  /// The next moment something leaves, in seconds since 1970; nil where nothing is to leave.
  var nextDue: Int? { state.withLock { state in state.lanes.values.lazy.compactMap(\.next?.dueAt).min() } }

  /// Takes what leaves next and is due; nil where nothing is.
  func take(at due: Int) -> Item? {
    state.withLock { state in
      let next = state.lanes.values.lazy.compactMap(\.next).min {
        ($0.dueAt, $0.position) < ($1.dueAt, $1.position)
      }
      guard let item = next, item.dueAt <= due else { return nil }
      if item.isRetry {
        state.lanes[item.url]?.retries.removeFirst()
        state.lanes[item.url]?.retriesOut += 1
      } else {
        state.lanes[item.url]?.first.removeFirst()
        state.lanes[item.url]?.isFirstOut = true
      }
      state.out.insert(item.id)
      return item
    }
  }

  /// Takes back what has been tried, with the moment the attempt ended; `retryAt` is when it is tried again, if it is.
  func finish(_ item: Item, endedAt: Int, retryAt: Int?) {
    state.withLock { state in
      state.changes += 1
      // Not there any more where everything was forgotten meanwhile.
      guard state.out.remove(item.id) != nil else { return }
      if item.isRetry {
        state.lanes[item.url]?.retriesOut -= 1
      } else {
        state.lanes[item.url]?.isFirstOut = false
        state.lanes[item.url]?.freeAt = endedAt
      }
      if let retryAt {
        state.lanes[item.url, default: Lane()].insert(
          Item(position: item.position, id: item.id, url: item.url, dueAt: retryAt, isRetry: true))
      }
      if state.lanes[item.url]?.isEmpty == true { state.lanes[item.url] = nil }
    }
  }

  /// Puts a notification that came to its end, or waits for its next attempt, in line again; false while it is on its
  /// way.
  func resend(_ item: Item) -> Bool {
    state.withLock { state in
      guard !state.out.contains(item.id) else { return false }
      for url in Array(state.lanes.keys) {
        state.lanes[url]?.remove(item.id)
        if state.lanes[url]?.isEmpty == true { state.lanes[url] = nil }
      }
      state.lanes[item.url, default: Lane()].insert(item)
      return true
    }
  }
}
