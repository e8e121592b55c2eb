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
    return seconds < 0
      ? "\(Self.span(seconds.magnitude)) ago" : "in \(Self.span(seconds.magnitude, isAhead: true))"
  }

  /// The same for a moment in an answer.
  func words(_ moment: JSON?) -> String { words(moment?.int) }

  /// A span in its largest unit that leaves a number worth reading: the whole ones that are over, or, of what lies
  /// ahead, the nearest, since one asked a second late wants to see the term that was granted.
  private static func span(_ seconds: UInt, isAhead: Bool = false) -> String {
    func count(_ unit: UInt) -> UInt { (seconds + (isAhead ? unit / 2 : 0)) / unit }
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(count(60)) min"
    case ..<172_800: "\(count(3600)) h"
    case ..<63_072_000: "\(count(86_400)) days"
    default: "\(count(31_536_000)) years"
    }
  }
}
