import Glibc

/// Standard output and error, written through at once (`print` keeps lines back in a container's pipe).
enum Terminal {
  /// Takes each line in place of standard output (1) and error (2), while a test listens.
  @TaskLocal static var listener: (@Sendable (_ line: String, _ descriptor: Int32) -> Void)?

  static func out(_ line: String) { say(line, to: 1) }
  static func err(_ line: String) { say(line, to: 2) }

  private static func say(_ line: String, to descriptor: Int32) {
    if let listener { return listener(line, descriptor) }
    write(Array((line + "\n").utf8), to: descriptor)
  }

  /// Whether a person looks at standard output who has not declined colours (NO_COLOR).
  static var isColored: Bool {
    listener == nil && isatty(1) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
  }

  /// Whether a person looks at standard error.
  static var isWatched: Bool { listener == nil && isatty(2) == 1 }

  /// Writes all of it; false where the other side takes no more.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
