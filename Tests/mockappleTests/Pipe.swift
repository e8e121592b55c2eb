import Glibc

/// A pipe that nobody reads unless asked to. Its writing end is a log's for ever: a number that was used again would be
/// somebody else's file.
final class Pipe: Sendable {
  let writingEnd: Int32
  private let readingEnd: Int32

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    // The reading end alone: a log's descriptor blocks, as standard error does.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  /// What it holds.
  func read() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// What comes until the text has come, twenty seconds at most.
  func read(until text: String) -> String {
    var all: [UInt8] = []
    for _ in 0..<2000 {
      let new = bytes()
      all += new
      let end = all.suffix(new.count + text.utf8.count)
      if strstr((end + [0]).map { CChar(bitPattern: $0) }, text) != nil { break }
      usleep(10_000)
    }
    return String(decoding: all, as: UTF8.self)
  }

  private func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = Glibc.read(readingEnd, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  deinit { close(readingEnd) }
}
