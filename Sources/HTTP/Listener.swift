import CMicroHTTPD
import Glibc
import Synchronization

/// A listening libmicrohttpd daemon: a thread for each connection, so a handler may block.
///
/// Whoever lets go of it stops it; the handler, which `stop` waits for, must not be the last to hold it.
package final class Listener: Sendable {
  /// The port it listens on, also when any was asked for.
  package let port: UInt16
  /// The address it listens on, as configured.
  package let address: String

  private let service: Service
  private let socket: Int32
  private let daemon: Mutex<OpaquePointer?>

  /// Listens from now on; refuses an address or a port that cannot be had.
  package init(
    _ configuration: Configuration, handler: @escaping @Sendable (Request) -> Response
  ) throws(ListenerError) {
    let listening = try ListeningSocket(address: configuration.address, port: configuration.port)
    address = configuration.address
    port = listening.port
    service = Service(configuration, handler: handler)
    socket = listening.descriptor
    guard service.watchdog.start() else {
      close(socket)
      throw .cannotBind(address: address, port: port, reason: "its threads don't start")
    }
    // libmicrohttpd closes the socket where it fails.
    guard let daemon = start(service, on: socket) else {
      service.watchdog.stop()
      throw .cannotBind(address: address, port: port, reason: configuration.reasonNotToStart)
    }
    self.daemon = Mutex(daemon)
  }

  deinit {
    stop()
  }

  /// Requests whose handling began and whose answer isn't sent whole yet.
  package var inFlight: Int { service.inFlight.load(ordering: .relaxed) }

  /// Exchanges not released yet.
  var exchanges: Int { service.exchanges.load(ordering: .relaxed) }

  /// Stops accepting connections; those that are open are told to close with their next answer.
  package func quiesce() {
    daemon.withLock { daemon in
      guard let daemon, !service.isQuiesced.exchange(true, ordering: .relaxed) else { return }
      MHD_quiesce_daemon(daemon)
      // Closed only in `stop`: the daemon's thread may be about to accept from this descriptor.
      shutdown(socket, CMHD_SHUT_RDWR)
    }
  }

  /// Closes every connection and ends; answers in flight are lost, and their handlers waited for.
  package func stop() {
    quiesce()
    daemon.withLock { daemon in
      guard let running = daemon.take() else { return }
      MHD_stop_daemon(running)
      service.watchdog.stop()
      close(socket)
    }
  }
}

extension Listener.Configuration {
  /// libmicrohttpd says no more than that it doesn't.
  fileprivate var reasonNotToStart: String {
    tls == nil
      ? "its threads don't start" : "GnuTLS doesn't take its certificate and key, or its threads don't start"
  }
}

/// Starts the daemon; nil when it doesn't.
private func start(_ service: Service, on socket: Int32) -> OpaquePointer? {
  let context = Unmanaged.passUnretained(service).toOpaque()
  let began:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = requestLineReceived
  let completed: MHD_RequestCompletedCallback = requestCompleted
  let connected: MHD_NotifyConnectionCallback = connectionChanged
  var options = [
    MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(socket), ptr_value: nil),
    // Beyond the limit that is ours to keep there is room for those that have been cut off and are about to close.
    MHD_OptionItem(
      option: .CONNECTION_LIMIT, value: service.configuration.connectionLimit * 5 / 4 + 1, ptr_value: nil),
    MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: Exchange.memory, ptr_value: nil),
    // Small enough that the system keeps some dozens of them ready for the next threads.
    MHD_OptionItem(option: .THREAD_STACK_SIZE, value: 1 << 20, ptr_value: nil),
    MHD_OptionItem(
      option: .URI_LOG_CALLBACK, value: unsafeBitCast(began, to: Int.self), ptr_value: context),
    MHD_OptionItem(
      option: .NOTIFY_COMPLETED, value: unsafeBitCast(completed, to: Int.self), ptr_value: nil),
    MHD_OptionItem(
      option: .NOTIFY_CONNECTION, value: unsafeBitCast(connected, to: Int.self), ptr_value: context),
  ]
  // Never epoll: this version's loop waits for its timeout when 128 descriptors are ready at once.
  // Without MHD_USE_ERROR_LOG nothing is written to standard error.
  var flags =
    MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_USE_THREAD_PER_CONNECTION.rawValue
    | MHD_USE_POLL.rawValue | MHD_USE_ITC.rawValue
  guard let tls = service.configuration.tls else { return start(flags, options) }
  flags |= MHD_USE_TLS.rawValue
  return tls.chain.withCString { chain in
    tls.privateKey.withCString { key in
      tlsPriorities.withCString { priorities in
        // All three are read at the start, and not kept.
        options += [
          option(.HTTPS_MEM_CERT, chain), option(.HTTPS_MEM_KEY, key), option(.HTTPS_PRIORITIES, priorities),
        ]
        return start(flags, options)
      }
    }
  }
}

/// TLS 1.2 and 1.3, as GnuTLS spells it; its defaults have older versions, or what the machine's administrator likes.
private let tlsPriorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

private func option(_ option: MHD_OPTION, _ text: UnsafePointer<CChar>) -> MHD_OptionItem {
  MHD_OptionItem(option: option, value: 0, ptr_value: UnsafeMutableRawPointer(mutating: text))
}

private func start(_ flags: UInt32, _ options: [MHD_OptionItem]) -> OpaquePointer? {
  cmhd_start(
    flags, requestAdvanced, nil, options + [MHD_OptionItem(option: .END, value: 0, ptr_value: nil)])
}
