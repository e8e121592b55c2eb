package import AppleID
import JSON
import Store
import Synchronization

/// The schedule of rotations.
extension Provider {
  /// The schedule, or nil.
  package var keySchedule: KeySchedule? { scheduleState.withLock { $0 } }

  /// Sets a schedule that runs first after `every` seconds, or takes it away.
  package func setKeySchedule(_ rotation: Rotation?, every: Int = 0) throws {
    try ringLock.withLock { _ in
      let schedule = rotation.map { KeySchedule(rotation: $0, every: every, lastAt: now) }
      try store.write { try $0.save(schedule) }
      scheduleState.withLock { $0 = schedule }
    }
    scheduler.wake()
  }

  /// The scheduler's work for the schedule.
  func scheduledRotations() -> Scheduler.Job {
    Scheduler.Job(name: "schedule", next: { [weak self] in self?.keySchedule?.nextAt }) { [weak self] due in
      guard let self, let schedule = try advanceSchedule(from: due) else { return }
      do {
        try recycle(for: schedule.rotation.plan.newKeys)
        _ = try rotate(schedule.rotation, at: schedule.lastAt)
        pool.wake()
      } catch let complaint as Complaint {
        events.append(.keys, ["at": .int(schedule.lastAt), "skipped": .string(complaint.description)])
      }
    }
  }

  /// Notes the run that was due at a moment; nil where another schedule, or none, has come meanwhile.
  private func advanceSchedule(from due: Int) throws -> KeySchedule? {
    try ringLock.withLock { _ in
      guard var schedule = keySchedule, schedule.nextAt == due else { return nil }
      // After a leap of the clock over a thousand runs and more, the last hundred tell enough.
      let behind = (now - due) / schedule.every
      schedule.lastAt = behind > 1000 ? due + (behind - 100) * schedule.every : due
      let next = schedule
      try store.write { try $0.save(next) }
      scheduleState.withLock { $0 = next }
      return next
    }
  }

  /// A schedule must not wait: where the pool is empty, the material of a key that was withdrawn long ago comes back
  /// under a new kid.
  private func recycle(for count: Int) throws {
    while ring.keys.spares < count {
      let keys = ring.keys.keys
      guard let old = keys.first(where: { $0.state(at: ring.keys.reachedAt) == .withdrawn }) else {
        return
      }
      try addSpare(pem: old.privateKey)
    }
  }
}

extension Transaction {
  func save(_ schedule: KeySchedule?) throws {
    guard let schedule else { return try setSetting("schedule", to: "null") }
    let json = schedule.rotation.json.with("every_s", .int(schedule.every)).with(
      "last_at", .int(schedule.lastAt))
    try setSetting("schedule", to: json.text())
  }

  func keySchedule() throws -> KeySchedule? { try setting("schedule", KeySchedule.init(stored:)) ?? nil }
}

extension KeySchedule {
  /// What `save` stored, nil where none is set; throws on anything else.
  init?(stored text: String) throws {
    guard text != "null" else { return nil }
    var fields = try Fields(try JSON(parsing: Array(text.utf8)))
    var schedule = try KeySchedule(&fields)
    guard let lastAt = try fields.moment("last_at") else { throw fields.error("last_at", "is missing.") }
    try fields.finish()
    schedule.lastAt = lastAt
    self = schedule
  }
}
