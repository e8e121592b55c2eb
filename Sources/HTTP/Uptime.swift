import Glibc

/// Milliseconds of the machine's monotonic clock, some milliseconds coarse but cheap.
func uptime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
