import Provider
import Synchronization
import Testing

@Suite struct `The scheduler` {
  @Test func `does a step once, also where two catch up at the same time`() async throws {
    let due = Mutex<Int?>(10)
    let done = Mutex<[Int]>([])
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let scheduler = Scheduler(now: { 10 })
    scheduler.add(
      Scheduler.Job(name: "step", next: { due.withLock { $0 } }) { at in
        done.withLock { $0.append(at) }
        start.yield()
        // Long enough for the other to see the step as due, and to wait for its turn.
        _ = Feed().sleep(milliseconds: 200)
        due.withLock { $0 = 1000 }
      })
    async let first: Void = Task.detached { try scheduler.catchUp() }.value
    for await _ in started { break }
    try await Task.detached { try scheduler.catchUp() }.value
    try await first
    #expect(done.withLock { $0 } == [10])
  }

  @Test func `that sleeps until a far moment wakes for a nearer one`() throws {
    let began = ContinuousClock.now
    let due = Mutex<Int?>(1_000_000)
    let done = Feed()
    let scheduler = Scheduler(now: { Int((ContinuousClock.now - began).components.seconds) })
    scheduler.add(
      Scheduler.Job(name: "step", next: { due.withLock { $0 } }) { _ in
        due.withLock { $0 = nil }
        done.ring()
      })
    try scheduler.start { _ in }
    // Time to fall asleep in.
    _ = Feed().sleep(milliseconds: 200)
    due.withLock { $0 = 1 }
    scheduler.wake()
    #expect(done.wait(milliseconds: 10_000) { due.withLock { $0 == nil } ? true : nil } == true)
    scheduler.stop()
  }
}
