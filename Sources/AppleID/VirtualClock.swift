/// The clock the rules obey, as a shift of the real one. What the mock *holds* ages on it.
package struct VirtualClock: Sendable, Equatable {
  /// Which clock what goes between the mock and a backend follows: `iat`, `exp`, `auth_time`, and the
  /// checks of a client_secret.
  package enum Stamps: String, Sendable, CaseIterable { case real, clock }

  /// Seconds ahead of the real clock; while frozen, as of the moment it was frozen.
  package var offset = 0
  /// Where the clock stands still, in seconds since 1970; nil while it runs.
  package var frozenAt: Int?
  package var stamps = Stamps.real

  package init(offset: Int = 0, frozenAt: Int? = nil, stamps: Stamps = .real) {
    self.offset = offset
    self.frozenAt = frozenAt
    self.stamps = stamps
  }

  /// The moment the rules see when the real clock says `real`, both in seconds since 1970.
  package func now(real: Int) -> Int { frozenAt ?? real + offset }

  /// The moment that is written into tokens and that a client_secret is judged by.
  package func stampNow(real: Int) -> Int { stamps == .clock ? now(real: real) : real }

  /// Moves the clock to `moment`, seconds since 1970, and keeps it frozen if it was.
  package mutating func set(to moment: Int, real: Int) {
    offset = moment - real
    if frozenAt != nil { frozenAt = moment }
  }

  /// Stops the clock where it is, or lets it run on from there.
  package mutating func setFrozen(_ frozen: Bool, real: Int) {
    let moment = now(real: real)
    offset = moment - real
    frozenAt = frozen ? moment : nil
  }
}
