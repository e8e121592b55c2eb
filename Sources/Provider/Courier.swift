import AppleID
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
    /// Whether it leaves at a moment of its own, not in the order of the events.
    let isLate: Bool
    /// The number of the attempt, given when it is taken.
    var attempt = 0
  }

  /// How many retries may be on their way to one endpoint at once.
  private static let retriesAtOnce = 4

  private struct Lane: Sendable {
    /// In the order of the events.
    var first: [Item] = []
    /// First attempts, too, but by the moment due, then by position; so are the retries.
    var late: [Item] = []
    var retries: [Item] = []
    var isFirstOut = false
    var retriesOut = 0
    /// When the last first attempt ended: the next one is not dated before.
    var freeAt = Int.min

    mutating func insert(_ item: Item) {
      if item.isRetry {
        Self.insert(item, into: &retries) { ($0.dueAt, $0.position) <= (item.dueAt, item.position) }
      } else if item.isLate {
        Self.insert(item, into: &late) { ($0.dueAt, $0.position) <= (item.dueAt, item.position) }
      } else {
        Self.insert(item, into: &first) { $0.position <= item.position }
      }
    }

    /// Mostly in the last place: what comes later is due later.
    private static func insert(_ item: Item, into list: inout [Item], after isBefore: (Item) -> Bool) {
      list.insert(item, at: list.lastIndex(where: isBefore).map { $0 + 1 } ?? 0)
    }

    /// Takes out what leaves next.
    mutating func take(_ item: Item) {
      if item.isRetry {
        retries.removeFirst()
        retriesOut += 1
      } else {
        if item.isLate { late.removeFirst() } else { first.removeFirst() }
        isFirstOut = true
      }
    }

    mutating func remove(_ id: String) {
      first.removeAll { $0.id == id }
      late.removeAll { $0.id == id }
      retries.removeAll { $0.id == id }
    }

    /// Follows a clock that is set back; the order stays.
    mutating func rewind(by setBack: ClockSetBack) {
      for index in first.indices { first[index].dueAt = setBack.planned(first[index].dueAt) }
      for index in late.indices { late[index].dueAt = setBack.planned(late[index].dueAt) }
      for index in retries.indices { retries[index].dueAt = setBack.planned(retries[index].dueAt) }
      freeAt = setBack.planned(freeAt)
    }

    var isEmpty: Bool {
      first.isEmpty && late.isEmpty && retries.isEmpty && !isFirstOut && retriesOut == 0
    }

    /// What would leave next. An event, and the end of the attempt before it, count as now where the clock has not come to
    /// them: one that stands still or was moved back holds up nothing.
    func next(at now: Int) -> Item? {
      var candidates: [Item] = []
      if !isFirstOut, var event = first.first {
        event.dueAt = min(max(event.dueAt, freeAt), now)
        candidates.append(event)
      }
      if !isFirstOut, var event = late.first {
        event.dueAt = max(event.dueAt, min(freeAt, now))
        candidates.append(event)
      }
      if retriesOut < Courier.retriesAtOnce, let retry = retries.first { candidates.append(retry) }
      return candidates.min { $0.dueAt < $1.dueAt }
    }
  }

  private struct State: Sendable {
    var lanes: [String: Lane] = [:]
    var lastPosition = 0
    /// Whether something has come into the outbox that was not taken up yet.
    var hasArrivals = false
    /// The attempts that are on their way, by the ids of the notifications: their numbers, and when they were due.
    var out: [String: (attempt: Int, dueAt: Int)] = [:]
    var attempts = 0
    /// Counts every change of the log.
    var changes = 0
  }
  private let state = Mutex(State())

  /// Up to where the log has been read.
  var lastPosition: Int { state.withLock { $0.lastPosition } }

  /// How often the log has changed, for who waits for it.
  var changes: Int { state.withLock { $0.changes } }
  func noteChange() { state.withLock { $0.changes += 1 } }

  /// Forgets everything: another outbox is read from its beginning.
  func removeAll() {
    state.withLock { state in
      state.lanes = [:]
      state.lastPosition = 0
      state.hasArrivals = false
      state.out = [:]
      state.changes += 1
    }
  }

  /// Notes that something has come into the outbox.
  func noteArrivals() { state.withLock { $0.hasArrivals = true } }

  /// Whether something has come into the outbox that was not taken up yet.
  var hasArrivals: Bool { state.withLock { $0.hasArrivals } }

  /// Takes up what was read from the outbox, up to the position `last`.
  func add(_ items: [Item], upTo last: Int) {
    state.withLock { state in
      for item in items where item.position > state.lastPosition {
        state.lanes[item.url, default: Lane()].insert(item)
      }
      state.lastPosition = max(state.lastPosition, last)
      state.hasArrivals = false
    }
  }

  /// The next moment something leaves, in seconds since 1970; nil where nothing is to leave.
  func nextDue(at now: Int) -> Int? {
    state.withLock { state in state.lanes.values.lazy.compactMap { $0.next(at: now)?.dueAt }.min() }
  }

  /// Takes what leaves next and is due; nil where nothing is.
  func take(at now: Int) -> Item? {
    state.withLock { state in
      let next = state.lanes.values.lazy.compactMap { $0.next(at: now) }.min {
        ($0.dueAt, $0.position) < ($1.dueAt, $1.position)
      }
      guard var item = next, item.dueAt <= now else { return nil }
      state.lanes[item.url]?.take(item)
      state.attempts += 1
      item.attempt = state.attempts
      state.out[item.id] = (item.attempt, item.dueAt)
      return item
    }
  }

  /// When an attempt that is still on its way was due, on the clock of now; nil where everything was forgotten meanwhile,
  /// and an id may be another's.
  func dueAt(of item: Item) -> Int? {
    state.withLock { $0.out[item.id].flatMap { $0.attempt == item.attempt ? $0.dueAt : nil } }
  }

  /// Takes back what has been tried, with the moment the attempt ended; `retryAt` is when it is tried again, if it is.
  func finish(_ item: Item, endedAt: Int, retryAt: Int?) {
    state.withLock { state in
      state.changes += 1
      // Not there any more where everything was forgotten meanwhile.
      guard state.out[item.id]?.attempt == item.attempt else { return }
      state.out[item.id] = nil
      if item.isRetry {
        state.lanes[item.url]?.retriesOut -= 1
      } else {
        state.lanes[item.url]?.isFirstOut = false
        state.lanes[item.url]?.freeAt = endedAt
      }
      if let retryAt {
        state.lanes[item.url, default: Lane()].insert(
          Item(
            position: item.position, id: item.id, url: item.url, dueAt: retryAt, isRetry: true, isLate: false)
        )
      }
      if state.lanes[item.url]?.isEmpty == true { state.lanes[item.url] = nil }
    }
  }

  /// Whether a notification is on its way.
  func isOut(_ id: String) -> Bool { state.withLock { $0.out[id] != nil } }

  /// Puts a notification that came to its end, or waits for its next attempt, in line again; nothing while it is on its
  /// way, or has not been taken up yet.
  func resend(_ item: Item) {
    state.withLock { state in
      guard state.out[item.id] == nil, item.position <= state.lastPosition else { return }
      for url in Array(state.lanes.keys) {
        state.lanes[url]?.remove(item.id)
        if state.lanes[url]?.isEmpty == true { state.lanes[url] = nil }
      }
      state.lanes[item.url, default: Lane()].insert(item)
    }
  }

  /// Follows a clock that is set back.
  func rewind(by setBack: ClockSetBack) {
    state.withLock { state in
      for url in Array(state.lanes.keys) { state.lanes[url]?.rewind(by: setBack) }
      state.out = state.out.mapValues { ($0.attempt, setBack.planned($0.dueAt)) }
      state.changes += 1
    }
  }
}
