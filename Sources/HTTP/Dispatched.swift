/// What became of a request that a dispatcher was given.
package struct Dispatched: Sendable {
  /// The response, its body cut at 16 KiB, or why there is none.
  package let result: Result<Response, ClientError>
  /// How long that took, from when it was sent, in milliseconds.
  package let milliseconds: Int
}

/// A request on its way through a dispatcher, and who wants to know what became of it.
final class Sending: Sendable {
  let request: Request
  /// When it may be sent.
  let due: ContinuousClock.Instant
  /// Scheme, host and port.
  let receiver: String
  private let done: @Sendable (Dispatched) -> Void

  init(_ request: Request, after milliseconds: Int, then done: @escaping @Sendable (Dispatched) -> Void) {
    self.request = request
    self.done = done
    due = .now + .milliseconds(milliseconds)
    receiver = origin(of: request.target).lowercased()
  }

  /// Tells what became of it.
  func end(_ result: Result<Response, ClientError>, since start: ContinuousClock.Instant? = nil) {
    let taken = start.map { Int(($0.duration(to: .now)) / .milliseconds(1)) } ?? 0
    done(Dispatched(result: result, milliseconds: taken))
  }

  /// Tells that it was not sent.
  func fail(_ reason: String) { end(.failure(.failed(url: request.target, reason: reason))) }

  /// Tells that it never got an answer because the dispatcher was stopped.
  func cutOff() { end(.failure(.stopped(url: request.target))) }
}
