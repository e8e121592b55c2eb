import CMicroHTTPD

/// A body given to libmicrohttpd piece by piece: a stream, or what a fault leaves of a body.
final class BodyReader {
  private var pending: ArraySlice<UInt8> = []
  private var stream: (@Sendable () -> [UInt8]?)?
  private let wire: Response.Wire
  private let peer: Peer
  private let sleep: @Sendable (Int) -> Bool
  private var sent = 0
  private var isExhausted = false

  /// The length promised: in bytes, or unknown.
  let length: UInt64

  init(_ body: Response.Body, wire: Response.Wire, peer: Peer, sleep: @escaping @Sendable (Int) -> Bool) {
    self.wire = wire
    self.peer = peer
    self.sleep = sleep
    switch body {
    case .bytes(let bytes):
      pending = bytes[...]
      length = UInt64(max(bytes.count, 1))
    case .stream(let next):
      stream = next
      length = CMHD_SIZE_UNKNOWN
    }
  }

  /// Fills the front of the buffer and says how many bytes it gave, or one of the two ends.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let room = roomOfWire(), refill() else { return end() }
    let piece = pending.prefix(min(buffer.count, room))
    buffer.copyBytes(from: piece)
    pending.removeFirst(piece.count)
    sent += piece.count
    return piece.count
  }

  /// How many bytes the wire takes now, after the pause it makes; nil: none any more.
  private func roomOfWire() -> Int? {
    switch wire {
    case .whole, .nothing: return .max
    case .truncate(let limit), .reset(let limit):
      // The last byte is held back from those who ask for more than there is.
      let left = min(limit, length == CMHD_SIZE_UNKNOWN ? .max : Int(length) - 1) - sent
      return left > 0 ? left : nil
    case .drip(let rate):
      let rate = max(rate, 1)
      let piece = max(rate / 10, 1)
      return sent == 0 || sleep(piece * 1000 / rate) ? piece : nil
    }
  }

  private func refill() -> Bool {
    while pending.isEmpty {
      guard let bytes = stream?() else {
        isExhausted = true
        return false
      }
      pending = bytes[...]
    }
    return true
  }

  private func end() -> Int {
    switch wire {
    case .reset: peer.reset()
    case .truncate: break
    case .whole, .nothing, .drip: if isExhausted { return CMHD_END_OF_STREAM }
    }
    return CMHD_END_WITH_ERROR
  }
}

func readBody(
  _ context: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let context else { return CMHD_END_WITH_ERROR }
  return Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

func releaseBody(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
}
