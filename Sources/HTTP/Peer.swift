import CMicroHTTPD
import Glibc
import Synchronization

/// The client's end of a connection: its address, and how long it may keep us waiting.
final class Peer: Sendable {
  let socket: Int32
  let address: String
  private let deadline: Atomic<Int>

  private static let never = Int.max
  private static let cut = -1

  /// The peer of a new connection, with `receiveTimeout` milliseconds for its first request line.
  init(of connection: OpaquePointer, receiveTimeout: Int, stallTimeout: Int) {
    socket = cmhd_socket(connection)
    address = literal(cmhd_client_address(connection))
    deadline = Atomic(uptime() + receiveTimeout)
    // The kernel ends a connection whose peer hasn't taken what it is sent for that long.
    var stall = Int32(clamping: stallTimeout)
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &stall, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sets the deadline that many milliseconds from now; false when the connection is cut already.
  func wait(atMost milliseconds: Int) -> Bool { setDeadline(uptime() + milliseconds) }

  /// Lifts the deadline while it is our turn; false when the connection is cut already.
  func waitForUs() -> Bool { setDeadline(Peer.never) }

  private func setDeadline(_ moment: Int) -> Bool {
    guard deadline.exchange(moment, ordering: .relaxed) != Peer.cut else {
      deadline.store(Peer.cut, ordering: .relaxed)
      return false
    }
    return true
  }

  /// The moment when its deadline will have passed; never where it is our turn, or it is cut already.
  var overdueAt: Int {
    let moment = deadline.load(ordering: .relaxed)
    return moment == Peer.cut ? Peer.never : moment
  }

  /// Whether it was cut.
  var isCut: Bool { deadline.load(ordering: .relaxed) == Peer.cut }

  /// Whether we wait for it: it has a deadline, and is not cut.
  var isWaitedFor: Bool { overdueAt != Peer.never }

  /// Whether it has ended its side, or is gone; the socket must be known to be open.
  var hasLeft: Bool {
    var bytes = pollfd(fd: socket, events: CMHD_POLLRDHUP, revents: 0)
    return poll(&bytes, 1, 0) > 0
  }

  /// Ends the connection, unless it is our turn; the socket must be known to be open.
  func cut() { cut(ifOverdueAt: overdueAt) }

  /// Ends the connection if this is its deadline still; the socket must be known to be open.
  func cut(ifOverdueAt moment: Int) {
    guard moment != Peer.never,
      deadline.compareExchange(expected: moment, desired: Peer.cut, ordering: .relaxed).exchanged
    else { return }
    shutdown(socket, CMHD_SHUT_RDWR)
  }

  /// Takes and drops what the peer still sends until it has seen our end: closing the socket with bytes
  /// unread would reset the connection, and the answer with it (RFC 9112, section 9.6).
  func linger(quietMilliseconds: Int32 = 500) {
    shutdown(socket, CMHD_SHUT_WR)
    var waste = [UInt8](repeating: 0, count: 65_536)
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, quietMilliseconds) > 0, recv(socket, &waste, waste.count, 0) > 0 {}
  }

  /// Resets the connection (TCP RST): Linux does so when a socket is dissolved from its peer, while
  /// SO_LINGER has no effect after the shutdown of libmicrohttpd.
  func reset() {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    connect(socket, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
  }
}

/// The literal of an IPv4 or IPv6 address.
private func literal(_ address: UnsafePointer<sockaddr>?) -> String {
  guard let address else { return "" }
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  let family = Int32(address.pointee.sa_family)
  let raw = UnsafeRawPointer(address)
  if family == AF_INET6 {
    var host = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
    inet_ntop(family, &host, &text, socklen_t(text.count))
  } else {
    var host = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
    inet_ntop(family, &host, &text, socklen_t(text.count))
  }
  return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
