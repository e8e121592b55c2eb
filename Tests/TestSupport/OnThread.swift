import Glibc

/// Does what blocks on a thread of its own: the few threads of the pool are everybody's.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    let work = Unmanaged.passRetained(Work { continuation.resume(returning: body()) })
    var thread = pthread_t()
    pthread_create(&thread, nil, run, work.toOpaque())
    pthread_detach(thread)
  }
}

/// What a thread does.
private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}
