import Primitives

/// Does what blocks on a thread of its own: the few threads of the pool are everybody's.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    do {
      try startDetachedThread { continuation.resume(returning: body()) }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
