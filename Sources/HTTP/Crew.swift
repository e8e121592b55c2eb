import Glibc
import Primitives
import Synchronization

/// The threads of a listener. Each accepts a connection and stays with it to its end, so a handler may block; one more
/// waits for the next, as long as the limit of connections allows.
final class Crew: Sendable {
  /// How many go on waiting for a connection; one more ends.
  private static let reserve = 8
  /// Bytes of a thread's stack: small enough that the system keeps some dozens of them ready for the next threads.
  private static let stack = 1 << 20

  private let service: Service
  private let socket: Int32
  private let limit: Int
  private let threads = Mutex<Set<pthread_t>>([])
  // No locks, at which a crowd would stand in line.
  private let all = Atomic(0)
  private let idle = Atomic(0)
  private let isHiring = Atomic(false)

  /// The crew of a service at a listening socket, without a thread yet.
  init(of service: Service, at socket: Int32) {
    self.service = service
    self.socket = socket
    limit = service.configuration.mostConnections
  }

  /// Starts threads where too few wait; false where one doesn't start. One thread does it at a time, since many would keep
  /// each other waiting.
  @discardableResult
  func fill() -> Bool {
    // Once more after it has left it: who came meanwhile has gone on, trusting in it.
    while isShort {
      guard !isHiring.exchange(true, ordering: .sequentiallyConsistent) else { return true }
      defer { isHiring.store(false, ordering: .sequentiallyConsistent) }
      while isShort {
        // Before it starts: it counts as waiting at once.
        all.add(1, ordering: .relaxed)
        idle.add(1, ordering: .sequentiallyConsistent)
        guard let thread = hire() else {
          all.subtract(1, ordering: .relaxed)
          idle.subtract(1, ordering: .sequentiallyConsistent)
          return false
        }
        threads.withLock { _ = $0.insert(thread) }
      }
    }
    return true
  }

  private var isShort: Bool {
    idle.load(ordering: .sequentiallyConsistent) < Self.reserve / 2 && all.load(ordering: .relaxed) < limit
      && !service.isQuiesced.load(ordering: .relaxed)
  }

  private func hire() -> pthread_t? {
    guard let daemon = Daemon(for: service) else { return nil }
    // The reason is dropped: the watchdog tries again, and a listener without any thread does not start.
    return try? startThread(stackSize: Self.stack) { self.work(with: daemon) }
  }

  /// How many threads there are.
  var count: Int { all.load(ordering: .relaxed) }

  /// Waits for the end of every thread: the socket has been shut down, and the connections cut.
  func wait() {
    while let thread = threads.withLock({ $0.popFirst() }) { pthread_join(thread, nil) }
  }

  private func work(with daemon: Daemon) {
    while let connection = Connection(
      at: socket, unless: { service.isQuiesced.load(ordering: .relaxed) })
    {
      idle.subtract(1, ordering: .sequentiallyConsistent)
      // Before its own client, whose request may take long. Where it fails the watchdog tries again.
      fill()
      daemon.serve(connection)
      if idle.add(1, ordering: .sequentiallyConsistent).newValue > Self.reserve, leaves() { break }
    }
  }

  /// Takes a thread that is one too many off the list; not at the end, when `wait` waits for each.
  private func leaves() -> Bool {
    threads.withLock { threads in
      // Asked again: many may want to leave at once.
      guard idle.load(ordering: .sequentiallyConsistent) > Self.reserve,
        !service.isQuiesced.load(ordering: .relaxed), threads.remove(pthread_self()) != nil
      else { return false }
      pthread_detach(pthread_self())
      all.subtract(1, ordering: .relaxed)
      idle.subtract(1, ordering: .sequentiallyConsistent)
      return true
    }
  }
}
