import Primitives
import Provider
import Synchronization

/// The lines that wait for the reader of a log, between those who log and the thread that writes.
final class LogQueue: Sendable {
  /// The most that waits, in bytes; lines beyond it are dropped, and counted.
  static let capacity = 1 << 20

  private struct State: Sendable {
    /// Lines with their ends.
    var lines: [UInt8] = []
    /// How many were dropped since the last that was added.
    var dropped = 0
    var hasWriter = false
    /// Bytes that were taken and are not written yet.
    var writing = 0
  }
  private let state = Mutex(State())
  private let feed = Feed()

  /// Lets `writer` be started, where nobody writes yet. Throws what it throws.
  func start(_ writer: () throws(ThreadError) -> Void) throws(ThreadError) {
    try state.withLock { state throws(ThreadError) in
      guard !state.hasWriter else { return }
      try writer()
      state.hasWriter = true
    }
  }

  /// Adds a line, or drops it where the queue is full. `note` words how many were dropped before it.
  func add(_ line: String, note: (Int) -> String) {
    state.withLock { state in
      let text = (state.dropped == 0 ? line : note(state.dropped) + "\n" + line) + "\n"
      if state.lines.count + state.writing + text.utf8.count > Self.capacity {
        state.dropped += 1
      } else {
        state.dropped = 0
        state.lines += text.utf8
      }
    }
    feed.ring()
  }

  /// Waits for lines and takes them all; nil where there are none and the queue was closed. What was taken before counts
  /// as written.
  func take() -> [UInt8]? {
    state.withLock { $0.writing = 0 }
    feed.ring()
    while true {
      let isClosed = feed.isStopped
      if let lines = feed.wait(milliseconds: 3_600_000, for: next) { return lines }
      if isClosed { return nil }
    }
  }

  private func next() -> [UInt8]? {
    state.withLock { state in
      guard !state.lines.isEmpty else { return nil }
      defer { state.lines = [] }
      state.writing = state.lines.count
      return state.lines
    }
  }

  /// Waits until everything is written, at most so many milliseconds; false where it is not.
  func waitUntilEmpty(milliseconds: Int) -> Bool {
    feed.wait(milliseconds: milliseconds) {
      state.withLock { $0.lines.isEmpty && $0.writing == 0 } ? true : nil
    } ?? false
  }

  /// Ends who writes, when everything is written.
  func close() { feed.stop() }
}
