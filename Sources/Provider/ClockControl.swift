package import AppleID
import JSON

/// The clock the rules obey, and its hands.
extension Provider {
  /// The clock with its moment, in seconds since 1970.
  package func clock() -> (clock: VirtualClock, now: Int) {
    readWorld { ($0.clock, $0.clock.now(real: settings.clock.now())) }
  }

  /// Sets what is given; answers when everything that became due is done.
  package func setClock(now: Int?, frozen: Bool?, stamps: VirtualClock.Stamps?) throws {
    let (real, before) = (settings.clock.now(), self.now)
    try changeWorld { world in
      if let now { world.clock.set(to: now, real: real) }
      if let frozen { world.clock.setFrozen(frozen, real: real) }
      if let stamps { world.clock.stamps = stamps }
    }
    try follow(from: before)
  }

  /// Moves the clock on by `seconds`; answers when everything that became due is done.
  package func advanceClock(by seconds: Int) throws {
    let (real, before) = (settings.clock.now(), now)
    try changeWorld { world in world.clock.set(to: world.clock.now(real: real) + seconds, real: real) }
    try follow(from: before)
  }

  /// Puts the real clock back.
  package func resetClock() throws {
    let before = now
    try changeWorld { $0.clock = VirtualClock() }
    try follow(from: before)
  }

  private func follow(from before: Int) throws {
    if now < before { try rewind(from: before) }
    tellClock()
    try scheduler.catchUp()
  }

  private func tellClock() {
    let (clock, now) = clock()
    events.append(
      "clock",
      [
        "now": .int(now), "offset_s": .int(clock.offset), "frozen": .bool(clock.frozenAt != nil),
        "stamps": .string(clock.stamps.rawValue),
      ])
  }
}
