import Glibc

@testable import HTTP

/// A TCP connection to a listener on loopback, spoken to in bytes, closed at the end of its scope.
final class RawSocket {
  private let descriptor: Int32
  /// The error the connection ended with: 0 for an orderly end, ETIMEDOUT when it hasn't ended.
  private(set) var end: Int32 = 0

  /// Keeps the listener alive, as a program would.
  private let listener: Listener?

  convenience init(to listener: Listener, receiveBuffer: Int32? = nil) {
    self.init(port: listener.port, of: listener, receiveBuffer: receiveBuffer)
  }

  init(port: UInt16, of listener: Listener? = nil, receiveBuffer: Int32? = nil) {
    self.listener = listener
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var endpoint = sockaddr_in()
    endpoint.sin_family = sa_family_t(AF_INET)
    endpoint.sin_port = port.bigEndian
    endpoint.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: endpoint) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if result != 0 { end = errno }
  }

  deinit {
    close(descriptor)
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends all the bytes; false when the other side is gone.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }

  /// Says that nothing more will be sent.
  func shutDown() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the other side closes, the text seen ends with `mark`, or the milliseconds are over.
  func read(until mark: String? = nil, within milliseconds: Int = 20_000) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    let deadline = milliseconds + uptimeMilliseconds()
    while mark.map({ !bytes.ends(with: $0) }) ?? true {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = deadline - uptimeMilliseconds()
      guard left > 0, poll(&wait, 1, Int32(left)) > 0 else {
        end = ETIMEDOUT
        break
      }
      let count = recv(descriptor, &piece, piece.count, 0)
      if count <= 0 { end = count < 0 ? errno : 0 }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a request and reads the answer until the connection closes.
  func ask(_ text: String, within milliseconds: Int = 20_000) -> String {
    send(text)
    return read(within: milliseconds)
  }
}

extension [UInt8] {
  fileprivate func ends(with mark: String) -> Bool { suffix(mark.utf8.count).elementsEqual(mark.utf8) }
}

/// Milliseconds of the monotonic clock.
func uptimeMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
