import Provider

/// Does what blocks on a thread of its own: the few threads of the pool are everybody's.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    startThread { continuation.resume(returning: body()) }
  }
}
