import Synchronization

/// What the callbacks of a listener share.
final class Service: Sendable {
  let configuration: Listener.Configuration
  let handler: @Sendable (Request) -> Response
  /// What it speaks TLS with; nil: plain HTTP.
  let credentials: Credentials?
  let watchdog: Watchdog
  let inFlight = Atomic(0)
  let isQuiesced = Atomic(false)
  /// Exchanges alive: what a leak would show in.
  let exchanges = Atomic(0)

  /// Nil where GnuTLS doesn't take the certificate and its key.
  init?(_ configuration: Listener.Configuration, handler: @escaping @Sendable (Request) -> Response) {
    credentials = configuration.tls.flatMap(Credentials.init)
    if configuration.tls != nil, credentials == nil { return nil }
    self.configuration = configuration
    self.handler = handler
    let tick = min(configuration.receiveTimeout, configuration.idleTimeout * 1000) / 8
    watchdog = Watchdog(
      tick: min(max(tick, 10), 1000), limit: configuration.connectionLimit,
      most: configuration.mostConnections)
  }
}
