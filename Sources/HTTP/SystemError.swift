import Glibc

/// A call of the system that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  init(code: Int32 = errno) { self.code = code }

  /// The system's words for it, such as "Too many open files".
  var description: String { String(cString: strerror(code)) }
}
