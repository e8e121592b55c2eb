import CMicroHTTPD
import Glibc
import Synchronization

/// The thread that ends connections whose peer has kept us waiting too long: one for a listener.
///
/// libmicrohttpd's own timeout is no help: any byte prolongs it, and it spins in the last second.
final class Watchdog: Sendable {
  private struct Yard {
    var peers: [ObjectIdentifier: Peer] = [:]
    var isAsleep = false
    var thread: pthread_t?
  }

  private let yard = Mutex(Yard())
  private let tick: Int32
  private let limit: Int
  private let bell: Int32
  private let ear: Int32

  /// A watchdog that looks round every `tick` milliseconds while there is anyone to watch, and lets no more than `limit`
  /// be there.
  init(tick: Int, limit: Int) {
    self.tick = Int32(clamping: tick)
    self.limit = limit
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, CMHD_SOCK_STREAM, 0, &ends)
    (bell, ear) = (ends[0], ends[1])
  }

  deinit {
    close(bell)
    close(ear)
  }

  /// Starts the thread, which keeps the watchdog alive until `stop`; false when the system has none left.
  func start() -> Bool {
    yard.withLock { yard in
      var thread = pthread_t()
      let retained = Unmanaged.passRetained(self)
      guard pthread_create(&thread, nil, runWatchdog, retained.toOpaque()) == 0 else {
        retained.release()
        return false
      }
      yard.thread = thread
      return true
    }
  }

  /// Ends the thread and waits for it.
  func stop() {
    guard let thread = yard.withLock({ $0.thread.take() }) else { return }
    ring(0)
    pthread_join(thread, nil)
  }

  /// Begins to watch a connection. Where there are too many, the one that would be cut off first goes now: a crowd that
  /// keeps us waiting shuts nobody out.
  func watch(_ peer: Peer) {
    yard.withLock { yard in
      if yard.peers.count >= limit { yard.peers.values.min { $0.overdueAt < $1.overdueAt }?.cut() }
      yard.peers[ObjectIdentifier(peer)] = peer
      if yard.isAsleep { ring() }
      yard.isAsleep = false
    }
  }

  /// Forgets a connection; from the return on its socket may be closed.
  func forget(_ peer: Peer) {
    _ = yard.withLock { $0.peers.removeValue(forKey: ObjectIdentifier(peer)) }
  }

  fileprivate func run() {
    while listen() {
      let now = uptime()
      // The lock keeps the sockets open: `forget` comes before they are closed.
      yard.withLock { yard in
        for peer in yard.peers.values { peer.cut(ifOverdueAt: now) }
      }
    }
  }

  /// Waits for a tick, or for the bell when there is nobody to watch; false when the end is rung.
  private func listen() -> Bool {
    let isAsleep = yard.withLock { yard in
      yard.isAsleep = yard.peers.isEmpty
      return yard.isAsleep
    }
    var wait = pollfd(fd: ear, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, isAsleep ? -1 : tick) > 0 else { return true }
    var byte: UInt8 = 0
    return read(ear, &byte, 1) == 1 && byte != 0
  }

  private func ring(_ byte: UInt8 = 1) {
    var byte = byte
    send(bell, &byte, 1, Int32(MSG_NOSIGNAL))
  }
}

private func runWatchdog(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Watchdog>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
