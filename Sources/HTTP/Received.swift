/// What a transfer has received so far; the body goes to whoever takes its bytes.
final class Received {
  private(set) var status = 0
  private(set) var headers: Headers = [:]
  /// Whether the taker of the bytes wanted no more.
  private(set) var isStopped = false
  private let onBytes: (UnsafeRawBufferPointer) -> Bool

  init(onBytes: @escaping (UnsafeRawBufferPointer) -> Bool) {
    self.onBytes = onBytes
  }

  /// Takes a line of the head; a status line begins a new one, as after 100 (RFC 9110, section 15.2).
  fileprivate func takeHead(_ line: String) {
    if line.hasPrefix("HTTP/") {
      headers = [:]
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(String(line[..<colon]), trimmed(line[line.index(after: colon)...]))
    }
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isStopped = !onBytes(bytes)
    return !isStopped
  }
}

/// Without the whitespace around it (RFC 9110, section 5.5).
private func trimmed(_ value: Substring) -> String {
  let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
  let tail = value.drop(while: isSpace)
  return String(tail.lastIndex { !isSpace($0) }.map { tail[...$0] } ?? "")
}

func receiveHead(
  _ line: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let line, let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: line, count: size * count)
  Unmanaged<Received>.fromOpaque(context).takeUnretainedValue().takeHead(
    String(decoding: bytes, as: UTF8.self))
  return bytes.count
}

func receiveBody(
  _ piece: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: piece, count: size * count)
  let goesOn = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue().takeBody(bytes)
  // Any other number than that of the bytes makes libcurl stop.
  return goesOn ? bytes.count : bytes.count + 1
}
