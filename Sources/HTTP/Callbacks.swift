import CMicroHTTPD

// What libmicrohttpd calls: named global functions, since a closure could be taken for the main actor's.
// A peer is retained from the start to the close of its connection, and owns its exchange from the request
// line to the completion.

func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
  guard let context, let connection, let place else { return }
  let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
  switch event {
  case .CONNECTION_NOTIFY_STARTED:
    let peer = Peer(
      of: connection, receiveTimeout: service.configuration.receiveTimeout,
      stallTimeout: service.configuration.idleTimeout * 1000)
    place.pointee = Unmanaged.passRetained(peer).toOpaque()
    service.watchdog.watch(peer)
  case .CONNECTION_NOTIFY_CLOSED:
    guard let retained = place.pointee.take() else { return }
    let peer = Unmanaged<Peer>.fromOpaque(retained).takeRetainedValue()
    service.watchdog.forget(peer)
    // Version 0.9.75 forgets to report the completion when the query is too much for its memory.
    _ = peer.takeExchange()
  }
}

func requestLineReceived(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let peer = peer(of: connection) else { return nil }
  let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
  let exchange = Exchange(of: peer, target: target.map { String(cString: $0) } ?? "", in: service)
  peer.begin(exchange)
  return Unmanaged.passUnretained(exchange).toOpaque()
}

func requestAdvanced(
  _: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let method, let size, let exchange = exchange?.pointee else { return .NO }
  defer { size.pointee = 0 }
  return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().advance(
    connection, method: method, piece: UnsafeRawBufferPointer(start: piece, count: size.pointee))
}

func requestCompleted(
  _: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _: MHD_RequestTerminationCode
) {
  peer(of: connection)?.takeExchange()?.complete()
}

private func peer(of connection: OpaquePointer?) -> Peer? {
  cmhd_socket_context(connection).map { Unmanaged<Peer>.fromOpaque($0).takeUnretainedValue() }
}
