import Synchronization

/// What the callbacks of a listener share.
final class Service: Sendable {
  let configuration: Listener.Configuration
  let handler: @Sendable (Request) -> Response
  let watchdog: Watchdog
  let inFlight = Atomic(0)
  let isQuiesced = Atomic(false)
  /// Exchanges alive: what a leak would show in.
  let exchanges = Atomic(0)

  init(_ configuration: Listener.Configuration, handler: @escaping @Sendable (Request) -> Response) {
    self.configuration = configuration
    self.handler = handler
    let tick = min(configuration.receiveTimeout, configuration.idleTimeout * 1000) / 8
    watchdog = Watchdog(tick: min(max(tick, 10), 1000), limit: configuration.connectionLimit)
  }
}
