import JSON

/// Moments as a person tells them, from where the server's clock stands.
struct Ago {
  let now: Int

  /// `3 min ago`, `in 2 h`, `now`; a dash for none.
  func words(_ moment: Int?) -> String {
    guard let moment else { return "-" }
    let (seconds, overflow) = moment.subtractingReportingOverflow(now)
    guard !overflow else { return moment < now ? "long ago" : "never" }
    if seconds == 0 { return "now" }
    let span = Self.span(seconds.magnitude)
    return seconds < 0 ? "\(span) ago" : "in \(span)"
  }

  /// The same for a moment in an answer.
  func words(_ moment: JSON?) -> String { words(moment?.int) }

  /// A span in its largest unit that leaves a number worth reading.
  private static func span(_ seconds: UInt) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    case ..<63_072_000: "\(seconds / 86_400) days"
    default: "\(seconds / 31_536_000) years"
    }
  }
}
