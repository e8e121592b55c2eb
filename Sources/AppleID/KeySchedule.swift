package import JSON

/// A plan that is run again and again on the clock, also while nobody asks.
package struct KeySchedule: Sendable, Equatable {
  package let rotation: Rotation
  /// Seconds.
  package let every: Int
  /// When it ran last, or was set, in seconds since 1970.
  package var lastAt: Int

  package init(rotation: Rotation, every: Int, lastAt: Int) {
    self.rotation = rotation
    self.every = every
    self.lastAt = lastAt
  }

  /// `{every_s, plan?, …}`; throws `FieldErrors`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    let rotation = try Rotation(&fields)
    guard rotation.kid == nil else { throw fields.error("plan", "cannot be scheduled; it concerns one key.") }
    guard let every = try fields.int("every_s"), (1...1_000_000_000).contains(every) else {
      throw fields.error("every_s", "must be a whole number of seconds from 1 to 1000000000.")
    }
    self.init(rotation: rotation, every: every, lastAt: 0)
  }

  /// The next moment it is due.
  package var nextAt: Int { lastAt + every }
}

extension Rotation {
  /// `{plan?, lead_s?, overlap_s?, lag_s?, duration_s?, stale_of?, of?, kid?}`; throws `FieldErrors`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    let plan = try fields.choice("plan", of: Plan.self) ?? .graceful
    let staleOf = try fields.duration("stale_of", or: 1)
    let of = try fields.duration("of", or: 2)
    guard of >= 1, staleOf <= of else {
      throw fields.error("of", "must be 1 or more, and stale_of at most of.")
    }
    let kid = try fields.string("kid")
    let isOneKey = plan == .withdraw || plan == .sign
    guard isOneKey == (kid != nil) else {
      throw fields.error(
        "kid", isOneKey ? "is missing; the plan \(plan.rawValue) wants it." : "belongs to withdraw and sign.")
    }
    self.init(
      plan, lead: try fields.duration("lead_s", or: 86400),
      overlap: try fields.duration("overlap_s", or: 86400),
      lag: try fields.duration("lag_s", or: 60), duration: try fields.duration("duration_s", or: 60),
      staleOf: staleOf,
      of: of, kid: kid)
  }

  /// The same as JSON.
  package var json: JSON {
    [
      "plan": .string(plan.rawValue), "lead_s": .int(lead), "overlap_s": .int(overlap), "lag_s": .int(lag),
      "duration_s": .int(duration), "stale_of": .int(staleOf), "of": .int(of),
    ]
  }
}

extension Fields {
  /// A whole number from 0 to a thousand million.
  fileprivate mutating func duration(_ name: String, or value: Int) throws(FieldErrors) -> Int {
    let number = try int(name) ?? value
    guard (0...1_000_000_000).contains(number) else {
      throw error(name, "must be a whole number from 0 to 1000000000.")
    }
    return number
  }
}
