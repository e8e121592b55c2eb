import Glibc

/// The one place where the program sleeps: behind the journal, `wait=`, streams and planned delays. Whatever
/// happens rings it; stopping wakes everybody.
package final class Feed: @unchecked Sendable {
  // Vouched for: every field is touched under `lock` alone, and the two pointers live as long as the object.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var sequence = 0
  private var waiting = 0
  private var hasStopped = false

  /// How many may wait or stream at once.
  package static let limit = 64

  package init() {
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A wait is a duration: it must not jump with the wall clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Says that something has changed.
  package func ring() {
    locked {
      sequence += 1
      pthread_cond_broadcast(condition)
    }
  }

  /// Whether every sleeper was woken for good.
  package var isStopped: Bool { locked { hasStopped } }

  /// Wakes every sleeper for good.
  package func stop() {
    locked {
      hasStopped = true
      pthread_cond_broadcast(condition)
    }
  }

  /// Sleeps for so many milliseconds of real time; false where the program stops meanwhile.
  package func sleep(milliseconds: Int) -> Bool {
    let deadline = Self.deadline(milliseconds)
    return locked {
      while !hasStopped {
        if !timedWait(until: deadline) { return true }
      }
      return false
    }
  }

  /// Tries again whenever the feed rings, until there is a value, so many milliseconds have passed, the program stops, or
  /// it is over, which is asked every second however often it rings; nil then.
  package func wait<Value>(
    milliseconds: Int, unless isOver: (() -> Bool)? = nil, for attempt: () -> Value?
  ) -> Value? {
    let deadline = Self.deadline(milliseconds)
    var nextQuestion = isOver == nil ? deadline : Self.deadline(1000)
    func isOverNow() -> Bool {
      guard let isOver, Self.isPast(nextQuestion) else { return false }
      nextQuestion = Self.deadline(1000)
      return isOver()
    }
    while true {
      let seen = locked { sequence }
      if let value = attempt() { return value }
      let goesOn = locked {
        while !hasStopped, !Self.isPast(deadline), !isOverNow() {
          if sequence != seen { return true }
          _ = timedWait(until: Self.earlier(deadline, nextQuestion))
        }
        return false
      }
      guard goesOn else { return attempt() }
    }
  }

  /// How many wait or stream.
  package var waitingCount: Int { locked { waiting } }

  /// One of the places for a long wait or a stream, given back when it is let go.
  package final class Place: Sendable {
    private let feed: Feed
    fileprivate init(_ feed: Feed) { self.feed = feed }
    deinit { feed.locked { feed.waiting -= 1 } }
  }

  /// Takes a place; nil where all are taken.
  package func takePlace() -> Place? {
    let isFree = locked {
      guard waiting < Self.limit else { return false }
      waiting += 1
      return true
    }
    return isFree ? Place(self) : nil
  }

  /// False where the deadline has passed. The lock is held.
  private func timedWait(until deadline: timespec) -> Bool {
    var deadline = deadline
    return pthread_cond_timedwait(condition, lock, &deadline) != ETIMEDOUT
  }

  private static func deadline(_ milliseconds: Int) -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let nanoseconds = now.tv_nsec + milliseconds % 1000 * 1_000_000
    return timespec(
      tv_sec: now.tv_sec + milliseconds / 1000 + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000)
  }

  private static func earlier(_ one: timespec, _ other: timespec) -> timespec {
    (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec) ? one : other
  }

  private static func isPast(_ deadline: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return (now.tv_sec, now.tv_nsec) >= (deadline.tv_sec, deadline.tv_nsec)
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
