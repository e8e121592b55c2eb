package import AppleID
import Crypto
import JSON
import Store
import Synchronization

/// A fault on the list, with its id and the moment it was added, in seconds since 1970.
package struct PlannedFault: Sendable, Equatable {
  package let id: String
  package let fault: Fault
  var addedAt: Int

  /// What it is called in the journal: its kind and its id.
  package var name: String { fault.effect.kind.rawValue + " (" + id + ")" }

  /// The mutation of identity tokens that it is, if it is one.
  var mutation: IdentityTokenMutation? {
    if case .mutate(let mutation) = fault.effect { mutation } else { nil }
  }

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
    let real = settings.clock.now()
    var planned = PlannedFault(id: ids.localID(kind: "fault"), fault: fault, addedAt: 0)
    try changeWorld { world in
      planned.addedAt = world.clock.now(real: real)
      world.faults.append(planned)
    }
    events.append(.fault, ["id": .string(planned.id), "added": fault.json])
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
    let left = Set(readWorld { $0.faults.map(\.id) })
    hits.withLock { $0 = $0.filter { left.contains($0.key) } }
    chances.withLock { $0 = $0.filter { left.contains($0.key) } }
    events.append(.fault, ["removed": id.map { .string($0) } ?? "all"])
  }

  /// The faults that meet a request, counted and by their chance, in the order in which they were added, of those that
  /// take the place of the answer the first alone; and the mutations, which count where a token is signed. `account` is
  /// looked up only where a fault asks for one.
  package func strike(
    clientID: String?, grantType: String?, account: () -> String?, in context: Context
  ) -> (struck: [PlannedFault], mutations: [PlannedFault]) {
    let candidates = context.faults.filter { planned in
      planned.fault.covers(endpoint: context.endpoint) && !planned.isOver(at: context.now)
    }
    guard !candidates.isEmpty else { return ([], []) }
    let account = candidates.contains { $0.fault.match.account != nil } ? account() : nil
    let matching = candidates.filter {
      $0.fault.match.covers(clientID: clientID, account: account, grantType: grantType)
    }
    var isReplaced = false
    let struck = matching.filter { planned in
      let replaces = planned.fault.effect.replacesAnswer
      guard planned.mutation == nil, !(replaces && isReplaced), isHit(planned) else { return false }
      isReplaced = isReplaced || replaces
      return true
    }
    metrics.count(struck, endpoint: context.endpoint)
    return (struck, matching.filter { $0.mutation != nil })
  }

  /// What is wrong on purpose with the identity token that is signed now: what was asked for, or the first fault of the
  /// request that hits it.
  func mutation(in context: Context) -> IdentityTokenMutation? {
    if let mutation = context.mutation { return mutation }
    guard let planned = context.mutations.first(where: isHit) else { return nil }
    context.notes.faults.append(planned.name)
    metrics.count([planned], endpoint: context.endpoint)
    return planned.mutation
  }

  /// The milliseconds that a fault of the kind `delay` makes something wait; 0 for any other.
  package func delay(_ planned: PlannedFault) -> Int {
    guard case .delay(let milliseconds, let jitter) = planned.fault.effect else { return 0 }
    return milliseconds + (jitter == 0 ? 0 : draw(planned, below: jitter + 1, for: "jitter"))
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
    planned.fault.probability >= 1
      || Double(draw(planned, below: 1_000_000, for: "fault")) < planned.fault.probability * 1_000_000
  }

  /// A number below `bound` from the chance of the fault's own seed, where it has one, else from the server's.
  private func draw(_ planned: PlannedFault, below bound: Int, for kind: String) -> Int {
    guard let seed = planned.fault.randomSeed else {
      return settings.random.number(below: bound, for: kind, scope: planned.id)
    }
    let random = chances.withLock { chances in
      let random = chances[planned.id] ?? Random(seed: UInt64(bitPattern: Int64(seed)))
      chances[planned.id] = random
      return random
    }
    return random.number(below: bound, for: kind)
  }
}
