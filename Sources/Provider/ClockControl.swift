package import AppleID
import JSON
import Store
import Synchronization

/// The clock the rules obey, and its hands.
extension Provider {
  /// The clock with its moment, in seconds since 1970.
  package func clock() -> (clock: VirtualClock, now: Int) {
    readWorld { ($0.clock, $0.clock.now(real: settings.clock.now())) }
  }

  /// Sets what is given; answers when everything that became due is done.
  package func setClock(now: Int?, frozen: Bool?, stamps: VirtualClock.Stamps?) throws {
    try moveClock { clock, real in
      if let now { clock.set(to: now, real: real) }
      if let frozen { clock.setFrozen(frozen, real: real) }
      if let stamps { clock.stamps = stamps }
    }
  }

  /// Moves the clock on by `seconds`; answers when everything that became due is done.
  package func advanceClock(by seconds: Int) throws {
    try moveClock { clock, real in clock.set(to: clock.now(real: real) + seconds, real: real) }
  }

  /// Puts the real clock back.
  package func resetClock() throws {
    try moveClock { clock, _ in clock = VirtualClock() }
  }

  /// Moves the clock, with all that has a moment where it goes back, in one transaction.
  private func moveClock(_ move: (inout VirtualClock, _ real: Int) -> Void) throws {
    let real = settings.clock.now()
    try ringLock.withLock { _ in
      var (keys, schedule) = (ring.keys, keySchedule)
      var setBack: ClockSetBack?
      try changeWorld { world in
        let before = world.clock.now(real: real)
        move(&world.clock, real)
        setBack = ClockSetBack(from: before, to: world.clock.now(real: real))
        guard let setBack else { return }
        world.rewind(to: setBack.now)
        keys.rewind(by: setBack)
        schedule?.lastAt -= setBack.distance
      } storing: { tx in
        guard let setBack else { return }
        try tx.rewind(by: setBack)
        try tx.replace(keys)
        try tx.save(schedule)
      } committed: {
        guard let setBack else { return }
        courier.rewind(by: setBack)
        let planned = schedule
        scheduleState.withLock { $0 = planned }
        lastForgetting.withLock { $0 = (setBack.happened($0.tried), setBack.happened($0.done)) }
        ring.load(keys)
      }
    }
    tellClock()
    try scheduler.catchUp()
  }

  private func tellClock() {
    let (clock, now) = clock()
    events.append(
      .clock,
      [
        "now": .int(now), "offset_s": .int(clock.offset), "frozen": .bool(clock.frozenAt != nil),
        "stamps": .string(clock.stamps.rawValue),
      ])
  }
}
