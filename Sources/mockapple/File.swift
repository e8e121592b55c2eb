import Glibc

/// Files as bytes; each throws `Failure` with the path and the reason.
enum File {
  /// The whole of a file, at most so many mebibytes; `-` is standard input.
  static func read(_ path: String, mebibytes: Int = 64) throws -> [UInt8] {
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
      guard bytes.count <= mebibytes << 20 else {
        throw Failure("\(path): larger than \(mebibytes) MiB.")
      }
    }
  }

  /// Writes a file that only its owner may read; `-` is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = path == "-" ? 1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("\(path): \(reason()).") }
    defer { if descriptor != 1 { close(descriptor) } }
    guard Terminal.write(bytes, to: descriptor) else { throw Failure("\(path): \(reason()).") }
  }

  /// Puts a file that everybody may read in its place at once, whole: where a link leads to. What is there and no file, such
  /// as a device or a pipe, is written to, and stays.
  static func publish(_ bytes: [UInt8], at path: String) throws {
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return try write(bytes, to: path) }
    let place = isThere ? resolved(path) : path
    let new = place + ".new"
    try write(bytes, to: new)
    guard chmod(new, 0o644) == 0, rename(new, place) == 0 else { throw Failure("\(path): \(reason()).") }
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

  /// A path without links.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
