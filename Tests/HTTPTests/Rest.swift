import Synchronization

/// Pieces that a stream gives one after the other.
final class Rest: Sendable {
  private let pieces: Mutex<[String]>

  init(_ pieces: [String]) {
    self.pieces = Mutex(pieces.reversed())
  }

  func next() -> [UInt8]? { pieces.withLock { $0.popLast() }.map { Array($0.utf8) } }
}
