import Glibc

/// Programs of the system and what they print.
package enum Shell {
  /// Whether there is such a program.
  package static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/"].contains { access($0 + program, X_OK) == 0 }
  }

  /// Standard output and error of a line for `sh`.
  package static func run(_ line: String) -> String {
    guard let stream = popen("{ \(line)\n} 2>&1", "r") else { return "popen: \(errno)" }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
