import Glibc
import Primitives

/// Writes the lines of the log to a descriptor: nobody who logs waits for its reader, who may be slow, have gone or, like
/// many a test's pipe, never have come. A thread of its own does.
final class LogWriter: Sendable {
  private let queue = LogQueue()
  private let descriptor: Int32
  /// A file takes every line at once and whole, and has no reader to wait for.
  private let isFile: Bool

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { queue.close() }

  /// Writes a line, or drops it where too much waits for the reader. `note` words how many were dropped before it.
  func write(_ line: String, note: (Int) -> String) {
    guard !isFile else { return Self.write(Array((line + "\n").utf8)[...], to: descriptor) }
    queue.add(line, note: note)
    // Where the system starts no thread now, the next line tries again.
    try? start()
  }

  /// Starts its thread, unless it needs none or the first line has. Throws where the system starts none.
  func start() throws(ThreadError) {
    guard !isFile else { return }
    try queue.start { [queue, descriptor] () throws(ThreadError) in
      try startDetachedThread { Self.run(queue, descriptor) }
    }
  }

  /// Waits until all lines are written, at most so many milliseconds; false where they are not.
  @discardableResult
  func flush(within milliseconds: Int) -> Bool { queue.waitUntilEmpty(milliseconds: milliseconds) }

  private static func run(_ queue: LogQueue, _ descriptor: Int32) {
    // A reader that has gone is no reason to end.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while let lines = queue.take() {
      var rest = lines[...]
      while !rest.isEmpty {
        // As many whole lines as a pipe takes at once (PIPE_BUF), so that those of other processes come between lines alone.
        let end =
          rest.prefix(LogEntry.limit).lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        write(rest[..<end], to: descriptor)
        rest = rest[end...]
      }
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // Whoever shares the descriptor may have set it not to block.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
