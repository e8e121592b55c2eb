package import Primitives
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

  /// Its own, rung when a due moment or the clock changes: the provider's rings with every request.
  private let feed = Feed()
  private let jobs = Mutex<[Job]>([])
  /// Seconds since 1970 on the clock the rules obey.
  private let now: @Sendable () -> Int
  /// One step at a time, whoever performs it.
  private let work = Mutex(())

  package init(now: @escaping @Sendable () -> Int) { self.now = now }

  package func add(_ job: Job) { jobs.withLock { $0.append(job) } }

  /// Says that a due moment or the clock has changed.
  package func wake() { feed.ring() }

  /// Does everything that is due, in the order of the due moments, and returns when it is done.
  package func catchUp() throws {
    while try doNext() {}
  }

  /// Does the first thing that is due; false where nothing is. What is due is looked up when the turn has come: while
  /// one waits for it, another may have done the step.
  private func doNext() throws -> Bool {
    try work.withLock { _ in
      guard let (job, due) = nextDue(), due <= now() else { return false }
      try job.run(due)
      return true
    }
  }

  /// Starts the thread. It ends when the feed stops. Throws where the system starts none.
  package func start(log: @escaping @Sendable (String) -> Void) throws(ThreadError) {
    try startDetachedThread { [self] in run(log: log) }
  }

  /// Ends the thread at its next step.
  package func stop() { feed.stop() }

  private func run(log: @Sendable (String) -> Void) {
    while !feed.isStopped {
      do {
        try catchUp()
      } catch {
        log("The scheduler failed: \(error)")
        // The step stays due; a second's pause keeps a lasting failure from filling the log.
        if !feed.sleep(milliseconds: 1000) { return }
      }
      let pause = secondsToNext()
      // A ring may mean that something else comes next, or the same one sooner.
      _ = feed.wait(milliseconds: pause * 1000) { [self] in secondsToNext() == pause ? nil : true }
    }
  }

  private func secondsToNext() -> Int { nextDue().map { max(0, min($0.due - now(), 3600)) } ?? 3600 }

  private func nextDue() -> (job: Job, due: Int)? {
    let jobs = jobs.withLock { $0 }
    return jobs.compactMap { job in job.next().map { (job, $0) } }.min { $0.1 < $1.1 }
  }
}
