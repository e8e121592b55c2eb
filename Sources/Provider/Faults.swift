package import AppleID
import Crypto
import JSON
import Store
import Synchronization

/// A fault on the list, with its id and the moment it was added, in seconds since 1970.
package struct PlannedFault: Sendable, Equatable {
  package let id: String
  package let fault: Fault
  let addedAt: Int

  func isOver(at now: Int) -> Bool { fault.expiresIn.map { max(0, now - addedAt) >= $0 } ?? false }
}

/// Planned misbehaviour: the list, and what of it meets a request.
extension Provider {
  /// The faults that have not ended, in the order in which they were added, with how many requests each has met.
  package func faults() -> [(planned: PlannedFault, hits: Int)] {
    let (faults, now) = readWorld { ($0.faults, $0.clock.now(real: settings.clock.now())) }
    let counts = hits.withLock { $0 }
    return faults.filter { !$0.isOver(at: now) }.map { ($0, counts[$0.id] ?? 0) }
  }

  /// Adds a fault at the end of the list.
  package func add(_ fault: Fault) throws -> PlannedFault {
    let planned = PlannedFault(id: ids.localID(kind: "fault"), fault: fault, addedAt: now)
    try changeWorld { $0.faults.append(planned) }
    events.append("fault", ["id": .string(planned.id), "added": fault.json])
    return planned
  }

  /// Removes a fault, or (nil) all; throws `Complaint.notFound` for an id that is not on the list.
  package func removeFaults(_ id: String?) throws {
    try changeWorld { world in
      guard let id else { return world.faults = [] }
      guard world.faults.contains(where: { $0.id == id }) else {
        throw Complaint.notFound("There is no fault \(id).")
      }
      world.faults.removeAll { $0.id == id }
    }
    events.append("fault", ["removed": id.map { .string($0) } ?? "all"])
  }

  /// The faults that meet a request, counted and by their chance, in the order in which they were added. `account` is
  /// looked up only where a fault asks for one.
  package func strike(
    clientID: String?, grantType: String?, account: () -> String?, in context: Context
  ) -> [PlannedFault] {
    let candidates = context.faults.filter { planned in
      planned.fault.covers(endpoint: context.endpoint) && !planned.isOver(at: context.now)
    }
    guard !candidates.isEmpty else { return [] }
    let account = candidates.contains { $0.fault.match.account != nil } ? account() : nil
    let struck = candidates.filter { planned in
      planned.fault.match.covers(clientID: clientID, account: account, grantType: grantType) && isHit(planned)
    }
    metrics.count(struck, endpoint: context.endpoint)
    return struck
  }

  /// The milliseconds that a fault of the kind `delay` makes something wait; 0 for any other.
  package func delay(_ planned: PlannedFault) -> Int {
    guard case .delay(let milliseconds, let jitter) = planned.fault.effect else { return 0 }
    return milliseconds + (jitter == 0 ? 0 : settings.random.number(below: jitter + 1, for: "jitter"))
  }

  private func isHit(_ planned: PlannedFault) -> Bool {
    hits.withLock { hits in
      if let times = planned.fault.times, hits[planned.id, default: 0] >= times { return false }
      guard isByChance(planned) else { return false }
      hits[planned.id, default: 0] += 1
      return true
    }
  }

  private func isByChance(_ planned: PlannedFault) -> Bool {
    guard planned.fault.probability < 1 else { return true }
    let scope = planned.fault.randomSeed.map(String.init) ?? planned.id
    let draw = settings.random.number(below: 1_000_000, for: "fault", scope: scope)
    return Double(draw) < planned.fault.probability * 1_000_000
  }
}
