package import AppleID
import JSON
import Synchronization

/// What the process has done since it began, in numbers: no reset and no snapshot sets them back. One lock, and nothing
/// but additions under it.
package final class Metrics: Sendable {
  /// The endpoints of Apple's side as labels; whatever is none of them is `unknown`.
  package static let endpoints = Endpoint.ofApple + [.unknown]
  /// The upper bounds of the buckets that requests are counted into by their time, in microseconds.
  package static let bounds = [
    500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
  ]
  /// What may come of a try to deliver a notification.
  package static let outcomes = ["2xx", "3xx", "4xx", "5xx", "error"]

  /// Requests that are counted together.
  package struct Answered: Hashable, Sendable {
    package let endpoint: Endpoint
    package let status: Int
    /// The one that refused.
    package let rule: Rule?
  }

  /// How long requests took.
  package struct Durations: Sendable {
    /// How many fell into each bucket, and last how many took longer.
    package var counts = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    /// Microseconds.
    package var sum = 0

    package init() {}
  }

  /// Faults that are counted together.
  package struct Struck: Hashable, Sendable {
    package let endpoint: Endpoint
    package let type: Fault.Effect.Kind
  }

  /// Everything that is counted.
  package struct Counts: Sendable {
    package var requests: [Answered: Int] = [:]
    package var durations: [Endpoint: Durations] = [:]
    package var faults: [Struck: Int] = [:]
    package var leniencies: [Leniency: Int] = [:]
    /// For each of `outcomes`.
    package var attempts = [Int](repeating: 0, count: Metrics.outcomes.count)
    package var codesIssued = 0
    package var codesRedeemed = 0
  }
  private let counts = Mutex(Counts())

  /// As they are now.
  package var now: Counts { counts.withLock { $0 } }

  /// Counts an exchange of Apple's side, which took so many microseconds.
  package func count(endpoint: Endpoint, status: Int, duration: Int, rule: Rule?, forgiven: [Leniency]) {
    let bucket = Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.requests[Answered(endpoint: endpoint, status: status, rule: rule), default: 0] += 1
      counts.durations[endpoint, default: Durations()].counts[bucket] += 1
      counts.durations[endpoint, default: Durations()].sum += duration
      for leniency in forgiven { counts.leniencies[leniency, default: 0] += 1 }
    }
  }

  func count(_ struck: [PlannedFault], endpoint: Endpoint?) {
    guard let endpoint, !struck.isEmpty else { return }
    let types = struck.map { Struck(endpoint: endpoint, type: $0.fault.effect.kind) }
    counts.withLock { counts in
      for one in types { counts.faults[one, default: 0] += 1 }
    }
  }

  /// Counts a try to deliver a notification by the status it was answered with, or (nil) by none.
  func countAttempt(_ status: Int?) {
    let name = status.map { "\($0 / 100)xx" } ?? "error"
    let outcome = Self.outcomes.firstIndex(of: name) ?? Self.outcomes.count - 1
    counts.withLock { $0.attempts[outcome] += 1 }
  }

  func countIssuedCode() { counts.withLock { $0.codesIssued += 1 } }
  func countRedeemedCode() { counts.withLock { $0.codesRedeemed += 1 } }
}
