import Glibc

/// Starts a thread that runs `body` once. Plain threads, since what they do blocks.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  let body = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  pthread_create(&thread, nil, runThread, body.toOpaque())
  pthread_detach(thread)
}

/// What a thread runs.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
