import CCurl
import Synchronization

/// Where a dispatcher's thread finds what it shall send.
final class Mailbox: Sendable {
  private struct State {
    var arrivals: [Sending] = []
    var isClosed = false
    var bell: Bell?
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Puts a request in; false when it is closed.
  func put(_ sending: Sending) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.arrivals.append(sending)
      if state.arrivals.count == 1 { state.bell?.ring() }
      return true
    }
  }

  /// Takes nothing any more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.bell?.ring()
    }
  }

  /// The multi handle to wake; nobody from the return of the call with nil on.
  func wake(_ sleeper: UnsafeMutableRawPointer?) {
    let bell = sleeper.map(Bell.init)
    state.withLock { $0.bell = bell }
  }

  /// What has arrived.
  func empty() -> [Sending] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }
}

/// Wakes a multi handle that waits: what any thread may do with it (curl_multi_wakeup), and all that this does.
private struct Bell: @unchecked Sendable {
  let sleeper: UnsafeMutableRawPointer

  func ring() { curl_multi_wakeup(sleeper) }
}
