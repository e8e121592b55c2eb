/// A clock that is set back, its moments in seconds since 1970. What has happened is not undone, and counts as happening
/// now; what is planned stays as far away as it was.
package struct ClockSetBack: Sendable, Equatable {
  package let before: Int
  package let now: Int

  /// nil where the clock does not go back.
  package init?(from before: Int, to now: Int) {
    guard now < before else { return nil }
    self.before = before
    self.now = now
  }

  /// How far it goes back, in seconds.
  package var distance: Int { before - now }

  /// The moment of what has happened.
  package func happened(_ moment: Int) -> Int { min(moment, now) }

  /// The moment of what was or is planned; one that has come stays.
  package func planned(_ moment: Int) -> Int {
    moment <= now ? moment : max(now, moment - distance)
  }
}
