import Glibc
import Synchronization

/// The thread that does what falls due on the clock the rules obey. Each step sees its own due moment.
package final class Scheduler: Sendable {
  /// Something that falls due again and again.
  package struct Job: Sendable {
    package let name: String
    /// The next moment it is due, in seconds since 1970; nil where nothing is planned.
    package let next: @Sendable () -> Int?
    /// Does it; the argument is the moment it was due at.
    package let run: @Sendable (Int) throws -> Void

    package init(
      name: String, next: @escaping @Sendable () -> Int?, run: @escaping @Sendable (Int) throws -> Void
    ) {
      self.name = name
      self.next = next
      self.run = run
    }
  }

  private let feed: Feed
  private let jobs = Mutex<[Job]>([])
  private let clock = Mutex<@Sendable () -> Int>({ 0 })
  private let isStopping = Mutex(false)
  /// One step at a time, whoever performs it.
  private let work = Mutex(())

  init(feed: Feed) { self.feed = feed }

  var now: @Sendable () -> Int {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  func add(_ job: Job) { jobs.withLock { $0.append(job) } }

  /// Says that a due moment or the clock has changed.
  func wake() { feed.ring() }

  /// Does everything that is due, in the order of the due moments, and returns when it is done.
  package func catchUp() throws {
    while let (job, due) = nextDue(), due <= now() { try work.withLock { _ in try job.run(due) } }
  }

  /// Starts the thread. It ends when the feed stops.
  package func start(log: @escaping @Sendable (String) -> Void) {
    let body = Unmanaged.passRetained(ThreadBody { [self] in run(log: log) })
    var thread = pthread_t()
    pthread_create(&thread, nil, schedulerThread, body.toOpaque())
    pthread_detach(thread)
  }

  /// Ends the thread at its next step.
  package func stop() {
    isStopping.withLock { $0 = true }
    feed.ring()
  }

  private func run(log: @Sendable (String) -> Void) {
    while !isStopping.withLock({ $0 }) {
      do {
        try catchUp()
      } catch {
        log("The scheduler failed: \(error)")
        // The step stays due; a second's pause keeps a lasting failure from filling the log.
        if !feed.sleep(milliseconds: 1000) { return }
      }
      let wait = nextDue().map { max(0, min($0.due - now(), 3600)) } ?? 3600
      let isDone: Bool? = feed.wait(milliseconds: wait * 1000) { [self] in
        if isStopping.withLock({ $0 }) { return true }
        guard let due = nextDue()?.due, due <= now() else { return nil }
        return false
      }
      if isDone == true { return }
    }
  }

  private func nextDue() -> (job: Job, due: Int)? {
    let jobs = jobs.withLock { $0 }
    return jobs.compactMap { job in job.next().map { (job, $0) } }.min { $0.1 < $1.1 }
  }
}

/// What the scheduler's thread runs.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func schedulerThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
