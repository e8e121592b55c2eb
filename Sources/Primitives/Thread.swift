package import Glibc

/// Starts a POSIX thread that runs `body` once. Plain threads, since what they do blocks. The caller joins it (`pthread_join`)
/// or detaches it. `stackSize` is in bytes; nil takes the system's default. Throws where the system starts none.
package func startThread(
  stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
) throws(ThreadError) -> pthread_t {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  let body = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(&thread, &attributes, runThread, body.toOpaque())
  guard code == 0 else {
    body.release()
    throw ThreadError(code: code)
  }
  return thread
}

/// Starts a thread that nobody joins. Throws where the system starts none.
package func startDetachedThread(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
  pthread_detach(try startThread(body))
}

/// The system starts no thread, with its reason.
package struct ThreadError: Error, Equatable, CustomStringConvertible {
  /// An `errno` value, such as `EAGAIN`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package var description: String {
    "The system starts no more threads (\(String(cString: strerror(code)))). Raise the limit of processes of this user "
      + "(ulimit -u) or of the container (pids.max)."
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
