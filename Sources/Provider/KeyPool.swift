import AppleID
import Crypto
package import Primitives

/// The keys that wait to be used: made in the background, since making one takes a quarter of a second or more.
package final class KeyPool: Sendable {
  /// How many it holds when it is full; the sample's ring begins with more.
  private static let size = 4

  private let feed = Feed()

  func wake() { feed.ring() }

  package func stop() { feed.stop() }

  /// Starts the thread that fills it. It ends with `stop`. Throws where the system starts none.
  package func start(
    for provider: Provider, log: @escaping @Sendable (String) -> Void
  ) throws(ThreadError) {
    try startDetachedThread { [feed, weak provider] in
      while !feed.isStopped {
        guard let provider else { return }
        do {
          while provider.ring.keys.spares < Self.size, !feed.isStopped {
            try provider.addSpare(pem: try RSAPrivateKey.generate().pem())
          }
        } catch {
          log("No key could be made: \(error)")
          if !feed.sleep(milliseconds: 1000) { return }
        }
        _ = feed.wait(milliseconds: 3_600_000) { provider.ring.keys.spares < Self.size ? true : nil }
      }
    }
  }
}
