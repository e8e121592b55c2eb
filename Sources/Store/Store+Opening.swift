import Glibc
import SQL

extension Store {
  /// A path that cannot be a store's, with what to do.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  /// Why a store could not be opened at `path`, in words that help who gave it.
  static func reason(_ error: SQLError, at path: String) -> any Error {
    if error.isBusy { return InUse() }
    if isFolder(path) {
      let file = path + (path.hasSuffix("/") ? "" : "/") + "mockapple.sqlite"
      return Unusable(description: "It is a folder. Name a file in it, such as \(file).")
    }
    let other = "name another file; one that is not there yet is made."
    return switch error.code {
    case 8: Unusable(description: "It cannot be written to. Let this user write to it, or \(other)")
    case 11: Unusable(description: "It is damaged (\(error.message)). Put a copy in its place, or \(other)")
    case 14: Unusable(description: unopened(path))
    case 26:
      Unusable(description: "It is no SQLite database, and was left untouched. Move it away, or \(other)")
    default: error
    }
  }

  private static func unopened(_ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard isFolder(folder) else { return "There is no folder \(folder). Make it first." }
    return "It cannot be opened. Let this user read and write it and its folder, or name another file."
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
