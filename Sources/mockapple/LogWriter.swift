import Glibc
import Synchronization

/// A descriptor that takes lines as long as somebody reads them: no answer waits for the reader of a log, who may have
/// gone or, like many a test's pipe, never have come.
final class Outlet: Sendable {
  /// How long a line waits for a slow reader, in milliseconds.
  private static let patience: Int32 = 100

  private let descriptor: Int32
  /// How many lines were dropped since the last that was written.
  private let dropped = Mutex(0)

  /// A file takes every line at once and whole: nobody has to wait, nor to take turns.
  private let isFile: Bool

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes a line of less than 4 KiB, which a pipe that is ready takes whole, or drops it. `note` words how many were
  /// dropped before it.
  func write(_ line: String, note: (Int) -> String) {
    if isFile {
      Terminal.write(Array((line + "\n").utf8), to: descriptor)
      return
    }
    dropped.withLock { dropped in
      // After the first that waited in vain none waits, until there is room again.
      guard isReady(within: dropped == 0 ? Self.patience : 0) else {
        dropped += 1
        return
      }
      let text = dropped == 0 ? line : note(dropped) + "\n" + line
      dropped = 0
      Terminal.write(Array((text + "\n").utf8), to: descriptor)
    }
  }

  private func isReady(within milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waited, 1, milliseconds) == 1
  }
}
