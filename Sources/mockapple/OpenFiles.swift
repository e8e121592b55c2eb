import Glibc

/// How many files and connections the process may have open at once (RLIMIT_NOFILE).
enum OpenFiles {
  /// Takes as many as the system allows, which lets every program have few at first, and says how many these are.
  static func raise() -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    getrlimit(resource, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// Makes room in the system's table of them. It grows anyway, but with more than one thread each time it does so some
  /// milliseconds later, in the midst of a crowd of connections.
  static func makeRoom() {
    let descriptor = fcntl(2, F_DUPFD_CLOEXEC, Int32(clamping: min(raise(), 4096) - 1))
    if descriptor >= 0 { close(descriptor) }
  }
}
