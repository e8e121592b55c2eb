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
  package let scheduler: Scheduler
  let ring = Ring()
  let verifiedSecrets = VerifiedSecrets()
  private let world: Mutex<World>
  let autoSignInState: Mutex<AutoSignIn?>

  /// What holds for every request until somebody changes it.
  struct World: Sendable {
    var clock = VirtualClock()
    var layers = BehaviourLayers()
    var behaviour = Behaviour()
    var limits: [RateLimit] = []
  }

  /// A provider over a store. A fresh store gets the seed and the first ring; throws where the seed does not hold
  /// together (`FieldErrors`) or the store fails.
  package init(store: Store, settings: Settings) throws {
    self.store = store
    self.settings = settings
    journal = Journal(feed: feed)
    scheduler = Scheduler(feed: feed)
    world = Mutex(World())
    autoSignInState = Mutex(settings.autoSignIn)
    if try store.read({ try $0.setting("first_ring") }) == nil { try begin() } else { try beginAgain() }
    try recall()
    scheduler.now = { [weak self] in self?.now ?? 0 }
    scheduler.add(forgetting())
  }

  /// What makes ids in Apple's shapes.
  package var identifiers: Artefact { Artefact(random: settings.random) }
  var ids: Artefact { identifiers }

  /// Seconds since 1970 on the clock the rules obey.
  package var now: Int { world.withLock { $0.clock.now(real: settings.clock.now()) } }

  /// The state that one request is judged by; `base` is the address it came to, without a path.
  package func context(base: String, endpoint: String = "", notes: Notes = Notes()) -> Context {
    let real = settings.clock.now()
    let (clock, behaviour, limits) = world.withLock { ($0.clock, $0.behaviour, $0.limits) }
    return Context(
      endpoint: endpoint, now: clock.now(real: real), stampNow: clock.stampNow(real: real),
      behaviour: behaviour,
      limits: limits, issuer: settings.issuer.issuer(base: base), notes: notes)
  }

  /// Reads the clock and the layers as they are.
  func readWorld<Value: Sendable>(_ body: (World) -> Value) -> Value { world.withLock { body($0) } }

  /// Changes the clock or the layers, first in the store, then for every later request.
  func changeWorld(_ body: (inout World) throws -> Void) throws {
    try world.withLock { world in
      var changed = world
      try body(&changed)
      changed.behaviour = changed.layers.resolved()
      let stored = changed
      try store.write { try $0.save(stored) }
      world = changed
    }
    verifiedSecrets.forget()
    scheduler.wake()
  }

  /// A process over a store that is not fresh must not draw the values of an earlier one again.
  private func beginAgain() throws {
    let boot = try store.write { tx in
      let boot = (try tx.setting("boot").flatMap { UInt64($0) } ?? 0) + 1
      try tx.setSetting("boot", to: String(boot))
      return boot
    }
    settings.random.advance(to: boot)
  }

  /// Takes up what the store holds: ring, clock, layers.
  func recall() throws {
    let (keys, stored) = try store.read { (try $0.keyRing(), try $0.world()) }
    ring.load(keys)
    world.withLock { world in
      world = stored
      world.behaviour = world.layers.resolved()
    }
    verifiedSecrets.forget()
  }
}
