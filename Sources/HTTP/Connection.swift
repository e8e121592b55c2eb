import Glibc

/// A connection that was accepted: its socket, which whoever takes it closes, and the address of its peer.
struct Connection {
  let socket: Int32
  private let address: sockaddr_storage
  private let length: socklen_t

  /// Waits for the next connection at a listening socket; nil once that has been shut down, which the system does not
  /// say where it has no descriptor left.
  init?(at listening: Int32, unless isShutDown: () -> Bool) {
    var address = sockaddr_storage()
    while true {
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let socket = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          accept(listening, $0, &length)
        }
      }
      if socket >= 0 {
        (self.socket, self.address, self.length) = (socket, address, length)
        return
      }
      switch errno {
      case EINVAL, EBADF: return nil
      // The system has no descriptor or no memory left: some time later it may.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        if isShutDown() { return nil }
        usleep(10_000)
      // The peer has gone, or the network has something to tell of it.
      default: continue
      }
    }
  }

  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
