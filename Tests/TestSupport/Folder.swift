import Glibc

/// A temporary folder that goes with its test.
package final class Folder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/mockapple-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/nonexistent"
    }
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and gives its path.
  package func write(_ text: String, to name: String) -> String {
    let path = file(name)
    guard let stream = fopen(path, "w") else { return path }
    defer { fclose(stream) }
    fputs(text, stream)
    return path
  }

  /// The bytes of a file in it; none where it cannot be read.
  package func bytes(of name: String) -> [UInt8] {
    guard let stream = fopen(file(name), "r") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  deinit {
    if let folder = opendir(path) {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink(file(name))
      }
    }
    rmdir(path)
  }
}
