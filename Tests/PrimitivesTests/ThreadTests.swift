import Glibc
import Primitives
import Synchronization
import Testing

@Suite struct `A thread` {
  @Test func `runs its body once, and is joined`() throws {
    let count = Mutex(0)
    let thread = try startThread(stackSize: 1 << 20) { count.withLock { $0 += 1 } }
    #expect(pthread_join(thread, nil) == 0)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `that the system does not start is an error that says what to do, and lets go of its body`() {
    final class Token: Sendable {}
    weak var held: Token?
    do {
      let token = Token()
      held = token
      // No machine has room for such a stack.
      let error = #expect(throws: ThreadError.self) {
        _ = try startThread(stackSize: 1 << 60) { [token] in withExtendedLifetime(token) {} }
      }
      #expect(error?.code == EAGAIN || error?.code == ENOMEM)
      #expect(error?.description.contains("ulimit -u") == true)
    }
    #expect(held == nil)
  }
}
