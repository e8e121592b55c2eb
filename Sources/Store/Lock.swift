import Glibc

/// A lock that waits in the kernel. The standard library's `Mutex` spins first, which costs more than it saves where the
/// work under it, a transaction, is longer than a spin.
final class Lock: @unchecked Sendable {
  // Vouched for: POSIX allows every thread to use a mutex, and this one never moves.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Holds the lock while `body` runs.
  func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
