import CMicroHTTPD
import Glibc
import Primitives
import Synchronization

/// The thread that ends connections whose peer has kept us waiting too long: one for a listener.
///
/// libmicrohttpd's own timeout is no help: any byte prolongs it, and it spins in the last second.
final class Watchdog: Sendable {
  /// Who is watched, and as the how manyeth it came.
  private struct Guest {
    let peer: Peer
    let number: Int
  }

  private struct Yard {
    var guests: [ObjectIdentifier: Guest] = [:]
    /// How many have come.
    var count = 0
    var isAsleep = false
    /// Whether anybody came since it last looked round.
    var isVisited = false
    var isClosed = false
    var thread: pthread_t?
    /// What else is to be done when it looks round; false where there is no room for newcomers.
    var chore: (@Sendable () -> Bool)?
  }

  private let yard = Mutex(Yard())
  /// Whether the bell has rung since it last looked round.
  private let isCalled = Atomic(false)
  private let tick: Int32
  private let limit: Int
  private let most: Int
  private let bell: Int32
  private let ear: Int32

  /// A watchdog that looks round every `tick` milliseconds while there is anyone to watch, and lets no more than `limit`
  /// be there for long, and `most` at all. Throws where the system has no descriptors left: without them nothing would
  /// wake its thread, at the end neither.
  init(tick: Int, limit: Int, most: Int) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, CMHD_SOCK_STREAM, 0, &ends) == 0 else { throw SystemError() }
    self.tick = Int32(clamping: tick)
    self.limit = limit
    self.most = most
    (bell, ear) = (ends[0], ends[1])
  }

  deinit {
    close(bell)
    close(ear)
  }

  /// Starts the thread, which keeps the watchdog alive until `stop`. The chore is done each time it looks round, and says
  /// whether there is room for newcomers.
  func start(chore: @escaping @Sendable () -> Bool) throws(ThreadError) {
    try yard.withLock { yard throws(ThreadError) in
      yard.thread = try startThread { self.run() }
      yard.chore = chore
    }
  }

  /// How many are watched.
  var guests: Int { yard.withLock { $0.guests.count } }

  /// Ends the thread and waits for it.
  func stop() {
    guard let thread = yard.withLock({ $0.thread.take() }) else { return }
    ring(0)
    pthread_join(thread, nil)
  }

  /// Begins to watch a connection. Where there are too many now, one of those before it goes.
  func watch(_ peer: Peer) {
    yard.withLock { yard in
      yard.count += 1
      yard.guests[ObjectIdentifier(peer)] = Guest(peer: peer, number: yard.count)
      yard.isVisited = true
      if yard.isClosed { shutdown(peer.socket, CMHD_SHUT_RDWR) }
      if yard.isAsleep || yard.guests.count > limit { call() }
    }
  }

  private func call() {
    if !isCalled.exchange(true, ordering: .acquiringAndReleasing) { ring() }
  }

  /// Forgets a connection; from the return on its socket may be closed.
  func forget(_ peer: Peer) {
    _ = yard.withLock { $0.guests.removeValue(forKey: ObjectIdentifier(peer)) }
  }

  /// Ends every connection, whosever turn it is, and those that are yet to come.
  func cutAll() {
    yard.withLock { yard in
      yard.isClosed = true
      for guest in yard.guests.values { shutdown(guest.peer.socket, CMHD_SHUT_RDWR) }
    }
  }

  private func run() {
    let chore = yard.withLock { $0.chore.take() }
    while listen() {
      isCalled.store(false, ordering: .releasing)
      let hasRoom = chore?() ?? true
      // Chosen outside the lock, for which a crowd would stand in line.
      cut(overdue(among: yard.withLock { Array($0.guests.values) }, hasRoom: hasRoom))
    }
  }

  private typealias Overdue = (peer: Peer, overdueAt: Int)

  /// Those whose time is over, and as many as there are too many: who would be cut off first. A crowd that keeps us
  /// waiting shuts nobody out, so the newest stay, whose time has just begun, unless there are far too many.
  private func overdue(among guests: [Guest], hasRoom: Bool) -> [Overdue] {
    let now = uptime()
    let present = guests.filter { !$0.peer.isCut }
    let excess = max(present.count - limit, hasRoom ? 0 : 1)
    let older = present.sorted { $0.number < $1.number }.dropLast(present.count < most ? excess : 0)
    let sorted = older.map { Overdue($0.peer, $0.peer.overdueAt) }.sorted { $0.overdueAt < $1.overdueAt }
    return Array(sorted.prefix(max(excess, sorted.prefix { $0.overdueAt < now }.count)))
  }

  /// Ends connections whose deadline is this still; the lock keeps the sockets open, since `forget` comes before they are
  /// closed.
  private func cut(_ overdue: [Overdue]) {
    guard !overdue.isEmpty else { return }
    yard.withLock { yard in
      for (peer, moment) in overdue where yard.guests[ObjectIdentifier(peer)] != nil {
        peer.cut(ifOverdueAt: moment)
      }
    }
  }

  /// Waits for a tick, or for the bell when nobody has been there since the last; false when the end is rung. To wake it
  /// for each of many short visits would cost more than its ticks.
  private func listen() -> Bool {
    let isAsleep = yard.withLock { yard in
      yard.isAsleep = yard.guests.isEmpty && !yard.isVisited
      yard.isVisited = false
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
