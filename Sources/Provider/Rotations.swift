package import AppleID
import Crypto
import JSON
import Store
import Synchronization

/// The ring's choreography: rotations by hand and on a schedule, and the steps they consist of.
extension Provider {
  /// What a rotation did, and will do.
  package struct Rotated: Sendable {
    package let id: String
    /// Milliseconds that the call waited for keys to be made, because the pool was empty.
    package let waited: Int
    package let timeline: [Rotation.Step]
  }

  /// Performs a rotation now. Two at once are performed one after the other, and the second is refused where it
  /// conflicts. Throws `Complaint`, and then nothing has changed.
  package func rotate(_ rotation: Rotation) throws -> Rotated {
    let waited = try makeKeys(rotation.plan.newKeys)
    let timeline = try rotate(rotation, at: nil)
    scheduler.wake()
    pool.wake()
    return Rotated(id: ids.localID(kind: "rotation"), waited: waited, timeline: timeline)
  }

  /// Performs a rotation at a moment, or (nil) now; what of it happens at once is told at once.
  func rotate(_ rotation: Rotation, at moment: Int?) throws -> [Rotation.Step] {
    try ringLock.withLock { _ in
      let now = moment ?? self.now
      var changed = ring.keys
      let timeline = try changed.rotate(rotation, at: now)
      changed.reachedAt = changed.moment(now)
      let stored = changed
      try store.write { try $0.replace(stored) }
      ring.load(changed)
      for step in timeline where step.at <= changed.reachedAt { tell(step) }
      return timeline
    }
  }

  /// The scheduler's work on the ring: each step at its own moment.
  func ringSteps() -> Scheduler.Job {
    Scheduler.Job(name: "ring", next: { [weak self] in self?.ring.keys.nextSteps()?.at }) { [weak self] due in
      guard let self else { return }
      try ringLock.withLock { _ in
        var changed = self.ring.keys
        // A rotation by hand or a reset may just have dropped what was due; what comes later has to wait.
        guard let (at, steps) = changed.nextSteps(), at <= due else { return }
        changed.reachedAt = at
        if let skew = changed.skew, skew.until <= at { changed.skew = nil }
        let stored = changed
        try self.store.write { try $0.setReached(stored) }
        self.ring.load(changed)
        steps.forEach(self.tell)
      }
    }
  }

  private func tell(_ step: Rotation.Step) {
    events.append(
      .keys, ["at": .int(step.at), "step": .string(step.kind.rawValue), "kid": .string(step.kid)])
  }

  /// Fills the pool so that it holds `count` keys; gives the milliseconds that took, 0 where it held them.
  private func makeKeys(_ count: Int) throws -> Int {
    guard ring.keys.spares < count else { return 0 }
    let clock = ContinuousClock()
    let began = clock.now
    while ring.keys.spares < count { try addSpare(pem: try RSAPrivateKey.generate().pem()) }
    let waited = clock.now - began
    return Int(waited.components.seconds * 1000 + waited.components.attoseconds / 1_000_000_000_000_000)
  }

  /// Adds a key to the pool under a new kid.
  func addSpare(pem: String) throws {
    try ringLock.withLock { _ in
      var changed = ring.keys
      var kid = ids.keyID()
      while changed.keys.contains(where: { $0.kid == kid }) { kid = ids.keyID() }
      changed.keys.append(SigningKey(kid: kid, privateKey: pem, createdAt: now))
      let stored = changed
      try store.write { try $0.replace(stored) }
      ring.load(changed)
    }
  }
}
