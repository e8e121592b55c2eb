import CMicroHTTPD
import Glibc

/// libmicrohttpd for one connection at a time, on the thread that asks, with its peer and its exchange.
///
/// It is driven from outside: by itself it would make and end a thread for each connection, which costs more than all
/// that it does for it.
final class Daemon: @unchecked Sendable {
  // Vouched for: after its making one thread alone uses it.
  private let service: Service
  private var pointer: OpaquePointer?
  private var peer: Peer?
  private var exchange: Exchange?
  /// How often it has said in turn that there is something to do, and then done nothing for us.
  private var rounds = 0
  /// Whether an answer broke off: the connection is to be closed, which this version says only when it is asked.
  private var isBroken = false

  /// A daemon for connections to a service; nil where it doesn't start.
  init?(for service: Service) {
    self.service = service
    pointer = start(isSecure: service.credentials != nil, for: self)
    if pointer == nil { return nil }
  }

  deinit {
    if let pointer { MHD_stop_daemon(pointer) }
  }

  /// Serves a connection until either side has closed it.
  func serve(_ connection: Connection) {
    service.credentials?.use()
    // One that it doesn't take it closes, too.
    _ = connection.withAddress { MHD_add_connection(pointer, connection.socket, $0, $1) }
    while let peer {
      wait(for: peer)
      MHD_run(pointer)
    }
  }

  /// Waits for something to do.
  private func wait(for peer: Peer) {
    var timeout: UInt64 = 0
    let hasMore = MHD_get_timeout(pointer, &timeout) == .YES && timeout == 0
    if hasMore || isBroken { return goOn(for: peer) }
    var events = [pollfd(fd: cmhd_epoll(pointer), events: Int16(POLLIN), revents: 0)]
    guard peer.isWaitedFor else {
      poll(&events, 1, -1)
      return
    }
    events.append(pollfd(fd: peer.socket, events: CMHD_POLLRDHUP, revents: 0))
    poll(&events, 2, -1)
    if events[0].revents != 0 { rounds = 0 } else if events[1].revents != 0 { end(of: peer) }
  }

  /// Lets it go on at once, but not for ever: it says that there is something to do, too, while it waits for the rest of
  /// a handshake, and where its memory is full before a piece of the body is whole.
  private func goOn(for peer: Peer) {
    rounds += 1
    isBroken = false
    guard rounds > (exchange == nil ? 2 : 16), peer.isWaitedFor else { return }
    var bytes = pollfd(fd: peer.socket, events: Int16(POLLIN), revents: 0)
    poll(&bytes, 1, 20)
    if rounds > 2000 { usleep(20_000) }
  }

  /// The peer has ended. This version overlooks that where it was told together with the last bytes.
  private func end(of peer: Peer) {
    var byte: UInt8 = 0
    if recv(peer.socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0 {
      return peer.cut()
    }
    rounds += 1
    if rounds > 16 { usleep(20_000) }
  }

  /// A connection begins.
  func begin(_ connection: OpaquePointer) {
    let configuration = service.configuration
    let peer = Peer(
      of: connection, receiveTimeout: configuration.receiveTimeout,
      stallTimeout: configuration.idleTimeout * 1000)
    self.peer = peer
    rounds = 0
    isBroken = false
    service.watchdog.watch(peer)
  }

  /// A request begins: its request line is there.
  func begin(target: String) {
    rounds = 0
    exchange = peer.map { Exchange(of: $0, target: target, in: service) }
  }

  /// A piece of the request is there, or all of it.
  func advance(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer
  ) -> MHD_Result {
    rounds = 0
    return exchange?.advance(connection, method: method, piece: piece) ?? .NO
  }

  /// The answer is sent whole, or never will be.
  func complete(isWhole: Bool) {
    rounds = 0
    isBroken = !isWhole
    exchange?.complete()
    exchange = nil
  }

  /// The connection is about to be closed.
  func end() {
    if let peer { service.watchdog.forget(peer) }
    peer = nil
    // Version 0.9.75 forgets to report the completion when the query is too much for its memory.
    exchange = nil
  }
}

/// Starts libmicrohttpd; nil where it doesn't.
private func start(isSecure: Bool, for daemon: Daemon) -> OpaquePointer? {
  let context = Unmanaged.passUnretained(daemon).toOpaque()
  let began:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = requestLineReceived
  let completed: MHD_RequestCompletedCallback = requestCompleted
  let connected: MHD_NotifyConnectionCallback = connectionChanged
  var options = [
    MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: Exchange.memory, ptr_value: nil),
    MHD_OptionItem(
      option: .URI_LOG_CALLBACK, value: unsafeBitCast(began, to: Int.self), ptr_value: context),
    MHD_OptionItem(
      option: .NOTIFY_COMPLETED, value: unsafeBitCast(completed, to: Int.self), ptr_value: context),
    MHD_OptionItem(
      option: .NOTIFY_CONNECTION, value: unsafeBitCast(connected, to: Int.self), ptr_value: context),
  ]
  // Without MHD_USE_ERROR_LOG nothing is written to standard error. This version's epoll stands still where 128
  // connections are ready at once, of which there is one; select could not see a descriptor above 1023.
  var flags = MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_EPOLL.rawValue
  guard isSecure else { return start(flags, context, options) }
  flags |= MHD_USE_TLS.rawValue
  let wanted: cmhd_credentials_callback = credentialsWanted
  options.append(
    MHD_OptionItem(
      option: .HTTPS_CERT_CALLBACK, value: 0,
      ptr_value: unsafeBitCast(wanted, to: UnsafeMutableRawPointer.self)))
  return tlsPriorities.withCString { priorities in
    // Read at the start, and not kept.
    let priorities = UnsafeMutableRawPointer(mutating: priorities)
    options.append(MHD_OptionItem(option: .HTTPS_PRIORITIES, value: 0, ptr_value: priorities))
    return start(flags, context, options)
  }
}

/// TLS 1.2 and 1.3, as GnuTLS spells it; its defaults have older versions, or what the machine's administrator likes.
private let tlsPriorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

private func start(
  _ flags: UInt32, _ context: UnsafeMutableRawPointer, _ options: [MHD_OptionItem]
) -> OpaquePointer? {
  cmhd_start(
    flags, requestAdvanced, context, options + [MHD_OptionItem(option: .END, value: 0, ptr_value: nil)])
}
