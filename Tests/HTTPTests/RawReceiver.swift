import Glibc

@testable import HTTP

/// A server on loopback that does to each connection, one after the other, what a test says, and closes it.
final class RawReceiver {
  let port: UInt16
  private let descriptor: Int32
  private var thread = pthread_t()

  init(_ serve: @escaping @Sendable (_ number: Int, _ connection: Connection) -> Void) throws {
    let listening = try ListeningSocket(address: "127.0.0.1", port: 0)
    (port, descriptor) = (listening.port, listening.descriptor)
    let work = Work(descriptor: listening.descriptor, serve: serve)
    pthread_create(&thread, nil, runReceiver, Unmanaged.passRetained(work).toOpaque())
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    pthread_join(thread, nil)
    close(descriptor)
  }

  struct Connection {
    fileprivate let descriptor: Int32

    /// Reads the head of a request and what came with it; empty when the peer has closed.
    func read() -> String {
      var text = ""
      var piece = [UInt8](repeating: 0, count: 4096)
      while !text.contains("\r\n\r\n") {
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { break }
        text += String(decoding: piece[..<count], as: UTF8.self)
      }
      return text
    }

    /// Sends all of a text; false when the peer is gone.
    @discardableResult func send(_ text: String) -> Bool {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest.removeFirst(count)
      }
      return true
    }
  }

  fileprivate final class Work {
    let descriptor: Int32
    let serve: @Sendable (Int, Connection) -> Void

    init(descriptor: Int32, serve: @escaping @Sendable (Int, Connection) -> Void) {
      self.descriptor = descriptor
      self.serve = serve
    }

    func run() {
      var number = 0
      while true {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        number += 1
        serve(number, Connection(descriptor: connection))
        close(connection)
      }
    }
  }
}

private func runReceiver(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<RawReceiver.Work>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
