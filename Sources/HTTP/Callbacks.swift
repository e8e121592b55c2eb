import CMicroHTTPD
import Glibc

// What libmicrohttpd calls: named global functions, since a closure could be taken for the main actor's. The context is
// the daemon, which owns what they make.

func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
  guard let daemon = daemon(context), let connection else { return }
  switch event {
  case .CONNECTION_NOTIFY_STARTED: daemon.begin(connection)
  case .CONNECTION_NOTIFY_CLOSED: daemon.end()
  }
}

func requestLineReceived(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let target else { return nil }
  daemon(context)?.begin(target: String(cString: target))
  // Of each parameter libmicrohttpd would make a record, which nobody reads, and with too many of them fall silent. It
  // tells the target before it takes it to pieces, where it lies in its own memory.
  if let query = strchr(target, Int32(UInt8(ascii: "?"))) { query[1] = 0 }
  return nil
}

func requestAdvanced(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let daemon = daemon(context), let connection, let method, let size else { return .NO }
  defer { size.pointee = 0 }
  return daemon.advance(
    connection, method: method, piece: UnsafeRawBufferPointer(start: piece, count: size.pointee))
}

func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ code: MHD_RequestTerminationCode
) {
  daemon(context)?.complete(isWhole: code == .REQUEST_TERMINATED_COMPLETED_OK)
}

private func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon? {
  context.map { Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
}
