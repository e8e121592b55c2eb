import CMicroHTTPD
import Glibc
import Synchronization

/// A listening socket and the threads that serve what comes to it, each with libmicrohttpd: a handler may block.
///
/// Whoever lets go of it stops it; the handler, which `stop` waits for, must not be the last to hold it.
package final class Listener: Sendable {
  /// The port it listens on, also when any was asked for.
  package let port: UInt16
  /// The address it listens on, as configured.
  package let address: String

  private let service: Service
  private let crew: Crew
  private let socket: Mutex<Int32?>

  /// Listens from now on; refuses an address or a port that cannot be had.
  package init(
    _ configuration: Configuration, handler: @escaping @Sendable (Request) -> Response
  ) throws(ListenerError) {
    let service = try Service(configuration, handler: handler)
    let listening = try ListeningSocket(address: configuration.address, port: configuration.port)
    self.service = service
    address = configuration.address
    port = listening.port
    crew = Crew(of: service, at: listening.descriptor)
    socket = Mutex(listening.descriptor)
    let isServed = crew.fill() && (try? service.watchdog.start { [crew] in crew.fill() }) != nil
    guard isServed else {
      throw .cannotBind(
        address: address, port: port,
        reason: "the system gives it too few threads or files; raise its limits (ulimit -u, ulimit -n)")
    }
  }

  deinit {
    stop()
  }

  /// Requests whose handling began and whose answer isn't sent whole yet.
  package var inFlight: Int { service.inFlight.load(ordering: .relaxed) }

  /// Exchanges not released yet.
  var exchanges: Int { service.exchanges.load(ordering: .relaxed) }

  /// Connections that are open.
  var connections: Int { service.watchdog.guests }

  /// The threads that serve, or wait to.
  var threads: Int { crew.count }

  /// Stops accepting connections; those that are open are told to close with their next answer.
  package func quiesce() {
    socket.withLock { socket in
      guard let socket, !service.isQuiesced.exchange(true, ordering: .relaxed) else { return }
      // Wakes the threads that accept; closed only in `stop`, when none of them is left.
      shutdown(socket, CMHD_SHUT_RDWR)
    }
  }

  /// Closes every connection and ends; answers in flight are lost, and their handlers waited for.
  package func stop() {
    quiesce()
    socket.withLock { socket in
      guard let listening = socket.take() else { return }
      service.watchdog.cutAll()
      service.watchdog.stop()
      crew.wait()
      close(listening)
    }
  }
}
