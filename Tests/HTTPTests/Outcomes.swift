import Synchronization

@testable import HTTP

/// What became of the requests that a test has given a dispatcher, in the order in which it became known.
final class Outcomes: Sendable {
  struct Outcome: Sendable {
    let tag: Int
    let status: Int?
    let body: [UInt8]
    let error: ClientError?
    let milliseconds: Int
    /// On the clock of `uptimeMilliseconds`.
    let knownAt: Int
  }

  private let list = Mutex<[Outcome]>([])

  var all: [Outcome] { list.withLock { $0 } }

  /// What to do with the outcome of a request.
  func taker(_ tag: Int = 0) -> @Sendable (Dispatched) -> Void {
    { [self] dispatched in
      let outcome = Outcome(tag, dispatched)
      list.withLock { $0.append(outcome) }
    }
  }

  /// So many outcomes, or those that there are after so long.
  func wait(for count: Int = 1, within milliseconds: Int = 10_000) -> [Outcome] {
    _ = eventually(within: milliseconds) { all.count >= count }
    return all
  }
}

extension Outcomes.Outcome {
  fileprivate init(_ tag: Int, _ dispatched: Dispatched) {
    self.tag = tag
    milliseconds = dispatched.milliseconds
    knownAt = uptimeMilliseconds()
    switch dispatched.result {
    case .failure(let error):
      (status, body, self.error) = (nil, [], error)
    case .success(let response):
      (status, error) = (response.status, nil)
      if case .bytes(let bytes) = response.body { body = bytes } else { body = [] }
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
