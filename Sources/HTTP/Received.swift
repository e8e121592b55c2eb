/// What a transfer has received so far; the body goes to whoever takes its bytes.
final class Received {
  private(set) var status = 0
  private(set) var headers: Headers = [:]
  /// Whether the taker of the bytes wanted no more.
  private(set) var isStopped = false
  /// What is kept of the body.
  private(set) var body: [UInt8] = []
  private let bodyLimit: Int
  private let onBytes: ((UnsafeRawBufferPointer) -> Bool)?
  private var headRoom = Received.headLimit

  /// The greatest head, in bytes, with all that come before the last one.
  static let headLimit = 256 << 10

  /// Hands the body over as it comes.
  init(onBytes: @escaping (UnsafeRawBufferPointer) -> Bool) {
    self.onBytes = onBytes
    bodyLimit = 0
  }

  /// Keeps the body, and stops when it is greater than the limit in bytes.
  init(keeping bodyLimit: Int) {
    onBytes = nil
    self.bodyLimit = bodyLimit
  }

  /// As far as it has come.
  var response: Response { Response(status: status, headers: headers, body: body) }

  /// Whether the heads are greater than the limit, so that the transfer was stopped.
  var isHeadTooLarge: Bool { headRoom < 0 }

  /// Takes a line of the head; a status line begins a new one, as after 100 (RFC 9110, section 15.2).
  /// False: that's too much.
  fileprivate func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headRoom -= bytes.count
    guard !isHeadTooLarge else { return false }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = [:]
      // The reason may be missing, and with it the space before it (RFC 9112, section 4).
      status = trimmed(line[...]).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(String(line[..<colon]), trimmed(line[line.index(after: colon)...]))
    }
    return true
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isStopped = !(onBytes ?? keep)(bytes)
    return !isStopped
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let room = bodyLimit - body.count
    body.append(contentsOf: bytes.prefix(room))
    return bytes.count <= room
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
  let goesOn = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue().takeHead(bytes)
  return goesOn ? bytes.count : bytes.count + 1
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
