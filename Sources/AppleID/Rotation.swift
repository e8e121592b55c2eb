/// What happens to the ring, as it is asked for (plans after those of Apple's real key changes).
package struct Rotation: Sendable, Equatable {
  /// The choreographies.
  package enum Plan: String, Sendable, CaseIterable {
    case graceful, immediate, emergency, unpublished
    case sameKid = "same-kid"
    case skew
    case apple2024 = "apple-2024"
    case add, withdraw, sign

    /// Whether it takes a key out of the pool, or (`apple-2024`) two.
    package var newKeys: Int {
      switch self {
      case .withdraw, .sign: 0
      case .apple2024: 2
      default: 1
      }
    }
  }

  /// One moment of a timeline.
  package struct Step: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
      case publish, sign
      case stopSigning = "stop_signing"
      case withdraw, replace
      case skewEnd = "skew_end"
    }

    /// Seconds since 1970.
    package let at: Int
    package let kind: Kind
    package let kid: String

    package init(at: Int, kind: Kind, kid: String) {
      self.at = at
      self.kind = kind
      self.kid = kid
    }
  }

  package let plan: Plan
  /// Seconds from publishing to signing.
  package let lead: Int
  /// Seconds the old key stays published after it stopped signing.
  package let overlap: Int
  /// Seconds a key signs before the key set shows it.
  package let lag: Int
  /// Seconds of skew.
  package let duration: Int
  package let staleOf: Int
  package let of: Int
  /// The key of `withdraw` and `sign`.
  package let kid: String?

  package init(
    _ plan: Plan, lead: Int = 86400, overlap: Int = 86400, lag: Int = 60, duration: Int = 60,
    staleOf: Int = 1,
    of: Int = 2, kid: String? = nil
  ) {
    self.plan = plan
    self.lead = lead
    self.overlap = overlap
    self.lag = lag
    self.duration = duration
    self.staleOf = staleOf
    self.of = of
    self.kid = kid
  }
}
