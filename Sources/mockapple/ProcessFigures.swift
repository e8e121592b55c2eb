import Glibc
import Web

/// The figures of this process as Linux keeps them (proc(5)), under the names that Prometheus' client libraries give them.
enum ProcessFigures {
  /// As they are now; what cannot be read is left out.
  static func now() -> [ProcessFigure] {
    var figures: [ProcessFigure] = []
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    // The name in parentheses may hold anything; what follows it is numbers.
    if let stat = text("/proc/self/stat"), let end = stat.lastIndex(of: ")") {
      let fields = stat[end...].split(separator: " ").compactMap { Int($0) }
      // Without the name's end and the state, the fourth field of the manual comes first here.
      if fields.count > 20, ticks > 0 {
        func field(_ number: Int) -> Int { fields[number - 4] }
        figures += [
          .counter(
            "process_cpu_seconds_total", "Processor time in seconds.", seconds(field(14) + field(15), ticks)),
          .gauge("process_threads", "Threads.", String(field(20))),
          .gauge("process_virtual_memory_bytes", "Address space in bytes.", String(field(23))),
          .gauge(
            "process_resident_memory_bytes", "Memory in use in bytes.",
            String(field(24) * sysconf(Int32(_SC_PAGESIZE)))),
        ]
        if let boot {
          figures.append(
            .gauge(
              "process_start_time_seconds", "When the process began, in seconds since 1970.",
              seconds(field(22) + boot * ticks, ticks)))
        }
      }
    }
    // One of them is the folder that is being read.
    if let open = try? File.names(in: "/proc/self/fd").filter({ Int($0) != nil }).count - 1 {
      figures.append(.gauge("process_open_fds", "Open descriptors.", String(open)))
    }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      figures.append(.gauge("process_max_fds", "Descriptors that may be open.", String(limit.rlim_cur)))
    }
    return figures
  }

  /// When the machine began, in seconds since 1970.
  private static let boot: Int? = text("/proc/stat")?.split(separator: "\n").lazy
    .first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst(6)) }

  private static func seconds(_ time: Int, _ ticks: Int) -> String {
    let hundredths = time % ticks * 100 / ticks
    return "\(time / ticks)." + String(100 + hundredths).dropFirst()
  }

  /// A file of /proc, nil where it cannot be read: a figure less.
  private static func text(_ path: String) -> String? { try? File.text(path) }
}
