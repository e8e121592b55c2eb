import Glibc

/// Files as bytes; each throws `Failure` with the path and the reason.
enum File {
  /// The largest file that is read, in bytes.
  private static let limit = 64 * 1024 * 1024

  /// The whole of a file; `-` is standard input.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("\(path): \(reason()).") }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure("\(path): \(reason()).") }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure("\(path): larger than 64 MiB.") }
    }
  }

  /// A file as text; throws also where it is not UTF-8.
  static func text(_ path: String) throws -> String {
    guard let text = String(validating: try read(path), as: UTF8.self) else {
      throw Failure("\(path): not UTF-8.")
    }
    return text
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw Failure("\(folder): \(reason()).") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
