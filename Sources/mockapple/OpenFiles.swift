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
}
