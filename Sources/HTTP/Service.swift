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

  /// Throws where GnuTLS doesn't take the certificate and its key, or the system has no descriptors left.
  init(
    _ configuration: Listener.Configuration, handler: @escaping @Sendable (Request) -> Response
  ) throws(ListenerError) {
    func failure(_ reason: String) -> ListenerError {
      .cannotBind(address: configuration.address, port: configuration.port, reason: reason)
    }
    credentials = configuration.tls.flatMap(Credentials.init)
    if configuration.tls != nil, credentials == nil {
      throw failure("GnuTLS doesn't take its certificate and key")
    }
    self.configuration = configuration
    self.handler = handler
    let tick = min(configuration.receiveTimeout, configuration.idleTimeout * 1000) / 8
    do throws(SystemError) {
      watchdog = try Watchdog(
        tick: min(max(tick, 10), 1000), limit: configuration.connectionLimit,
        most: configuration.mostConnections)
    } catch {
      throw failure("\(error); raise the limit of open files (ulimit -n)")
    }
  }
}
