package import AppleID
import Crypto
import JSON
package import Store
import Synchronization

/// What Sign in with Apple does: a method for each thing a caller can ask. It owns the use cases and the clock
/// they run by; it knows neither HTTP nor SQL.
package final class Provider: Sendable {
  package let store: Store
  package let settings: Settings
  package let feed = Feed()
  package let journal: Journal
  package let events: Events
  package let metrics = Metrics()
  package let scheduler: Scheduler
  let ring = Ring()
  /// Held while the ring is changed, in memory and in the store.
  let ringLock = Mutex(())
  package let pool = KeyPool()
  let scheduleState = Mutex<KeySchedule?>(nil)
  /// How many requests each fault has met, by its id.
  let hits = Mutex<[String: Int]>([:])
  /// The chance of each fault that has a seed of its own, by its id.
  let chances = Mutex<[String: Random]>([:])
  let verifiedSecrets = VerifiedSecrets()
  let courier = Courier()
  /// When rows were last to be forgotten, and last were, in seconds since 1970; the start counts as such.
  let lastForgetting = Mutex((tried: Int.max, done: Int.max))
  private let world = Shared()

  /// What holds for every request until somebody changes it.
  struct World: Sendable {
    var clock = VirtualClock()
    var layers = BehaviourLayers()
    var behaviour = Behaviour()
    var limits: [RateLimit] = []
    var faults: [PlannedFault] = []
    /// The faults of the list, then those that running incidents bring.
    var activeFaults: [PlannedFault] = []

    mutating func resolve() {
      behaviour = layers.resolved()
      let brought = layers.incidents.flatMap { incident in
        incident.faults.map { fault in
          PlannedFault(id: "incident:" + incident.rawValue, fault: fault, addedAt: 0)
        }
      }
      activeFaults = faults + brought
    }

    /// Follows a clock that is set back to `now`, seconds since 1970: what would have begun later begins now.
    mutating func rewind(to now: Int) {
      for index in faults.indices { faults[index].addedAt = min(faults[index].addedAt, now) }
    }
  }

  /// The world where the scheduler's thread can look at it, too.
  private final class Shared: Sendable {
    let world = Mutex(World())

    func now(_ clock: Clock) -> Int { world.withLock { $0.clock.now(real: clock.now()) } }
  }

  /// A provider over a store. A fresh store gets the seed and the first ring; throws where the seed does not hold
  /// together (`FieldErrors`) or the store fails.
  package init(store: Store, settings: Settings) throws {
    self.store = store
    self.settings = settings
    journal = Journal(feed: feed)
    events = Events(feed: feed, tap: settings.tap)
    scheduler = Scheduler(now: { [world, clock = settings.clock] in world.now(clock) })
    if try store.read({ try $0.setting("first_ring") }) == nil {
      try begin()
    } else {
      try beginAgain()
      try recall()
    }
    scheduler.add(forgetting())
    scheduler.add(ringSteps())
    scheduler.add(scheduledRotations())
    scheduler.add(notificationAttempts())
  }

  /// What makes ids in Apple's shapes.
  package var identifiers: Artefact { Artefact(random: settings.random) }
  var ids: Artefact { identifiers }

  /// Seconds since 1970 on the clock the rules obey.
  package var now: Int { world.now(settings.clock) }

  /// The state that one request is judged by; `base` is the address it came to, without a path.
  package func context(base: String, endpoint: Endpoint? = nil, notes: Notes = Notes()) -> Context {
    let real = settings.clock.now()
    let world = readWorld { $0 }
    return Context(
      endpoint: endpoint, now: world.clock.now(real: real), stampNow: world.clock.stampNow(real: real),
      behaviour: world.behaviour, limits: world.limits, faults: world.activeFaults,
      issuer: settings.issuer.issuer(base: base), notes: notes)
  }

  /// Reads the clock and the layers as they are.
  func readWorld<Value: Sendable>(_ body: (World) -> Value) -> Value { world.world.withLock { body($0) } }

  /// Changes the clock or the layers, first in the store, then for every later request. `storing` and `committed` are
  /// what else changes, in the rows and in memory.
  func changeWorld(
    _ body: (inout World) throws -> Void, storing others: (Transaction) throws -> Void = { _ in },
    committed: () -> Void = {}
  ) throws {
    try world.world.withLock { world in
      var changed = world
      try body(&changed)
      changed.resolve()
      let stored = changed
      try store.write { tx in
        try tx.save(stored)
        try others(tx)
      } committed: {
        committed()
      }
      world = changed
    }
    verifiedSecrets.forget()
    scheduler.wake()
  }

  /// A process over a store that is not fresh must not draw the values of an earlier one again. Whom it is told to sign in
  /// comes before who was arranged with an earlier one.
  private func beginAgain() throws {
    let boot = try store.write { tx in
      let boot = try tx.boot() + 1
      try tx.setSetting("boot", to: String(boot))
      if settings.autoSignIn != nil { try tx.removeSetting(AutoSignIn.setting) }
      return boot
    }
    settings.random.advance(to: boot)
  }

  /// Takes up what the store holds after `change`, in one transaction: ring, schedule, clock, layers, outbox. No other change
  /// of these falls between, which would write what was before into the store of after. Where the change fails nothing has changed.
  func recall(after change: (Transaction) throws -> Void = { _ in }) throws {
    try ringLock.withLock { _ in
      try world.world.withLock { world in
        var random: Random.Position?
        let taken = try store.write { tx in
          random = settings.random.position
          try change(tx)
          return try StoredState(settledIn: tx, real: settings.clock.now())
        } committed: { _ in
          courier.removeAll()
        } failed: {
          random.map(settings.random.restore)
        }
        world = taken.world
        world.resolve()
        scheduleState.withLock { $0 = taken.schedule }
        lastForgetting.withLock { $0 = (min($0.tried, taken.now), min($0.done, taken.now)) }
        ring.load(taken.ring)
      }
    }
    verifiedSecrets.forget()
    do {
      try recallOutbox()
    } catch {
      // All else is taken up: the scheduler tries this again.
      courier.noteArrivals()
      throw error
    }
  }

  /// What is held in memory of a store's state. The real clock may have been set back since it was written: what has happened later
  /// counts as now.
  private struct StoredState: Sendable {
    var world: World
    var ring: KeyRing
    var schedule: KeySchedule?
    let now: Int

    init(settledIn tx: Transaction, real: Int) throws {
      (world, ring, schedule) = (try tx.world(), try tx.keyRing(), try tx.keySchedule())
      now = world.clock.now(real: real)
      let (stored, faults) = (ring, world.faults)
      if let setBack = ClockSetBack(from: ring.reachedAt, to: now) { ring.rewind(by: setBack) }
      world.rewind(to: now)
      if let last = schedule?.lastAt { schedule?.lastAt = min(last, now) }
      try tx.settle(at: now)
      if ring != stored { try tx.replace(ring) }
      if world.faults != faults { try tx.save(world) }
    }
  }
}

extension Transaction {
  /// How often chance has begun anew over this store.
  func boot() throws -> UInt64 {
    try setting("boot") { text in
      guard let boot = UInt64(text) else {
        throw FieldErrors([FieldError(field: text, message: "is no number.")])
      }
      return boot
    } ?? 0
  }
}
