import AppleID
import JSON
import Store

/// Clock and layers as settings of the store, so that they outlive the process.
extension Transaction {
  func save(_ world: Provider.World) throws {
    let clock: JSON = [
      "offset": .int(world.clock.offset), "frozen_at": world.clock.frozenAt.map { .int($0) } ?? .null,
      "stamps": .string(world.clock.stamps.rawValue),
    ]
    try setSetting("clock", to: clock.text())
    try setSetting("rate_limits", to: JSON.array(world.limits.map(\.json)).text())
    try setSetting("era", to: world.layers.era?.rawValue ?? "")
    try setSetting("incidents", to: JSON.array(world.layers.incidents.map { .string($0.rawValue) }).text())
    let faults: [JSON] = world.faults.map {
      $0.fault.json.with("id", .string($0.id)).with("added_at", .int($0.addedAt))
    }
    try setSetting("faults", to: JSON.array(faults).text())
    for layer in BehaviourLayers.Layer.allCases where layer != .era {
      try setSetting("behaviour." + layer.rawValue, to: JSON.object(world.layers.members(of: layer)).text())
    }
  }

  func world() throws -> Provider.World {
    var world = Provider.World()
    if let text = try setting("clock") {
      let clock = try JSON(parsing: Array(text.utf8))
      world.clock = VirtualClock(
        offset: clock["offset"]?.int ?? 0, frozenAt: clock["frozen_at"]?.int,
        stamps: clock["stamps"]?.string.flatMap(VirtualClock.Stamps.init(rawValue:)) ?? .real)
    }
    if let text = try setting("rate_limits") {
      let entries = try JSON(parsing: Array(text.utf8)).array ?? []
      world.limits = try RateLimit.list(try entries.map { try Fields($0) }, isStored: true)
    }
    for layer in BehaviourLayers.Layer.allCases where layer != .era {
      guard let text = try setting("behaviour." + layer.rawValue) else { continue }
      try world.layers.set(try JSON(parsing: Array(text.utf8)).members ?? [], in: layer, path: "behaviour")
    }
    world.layers.set(try setting("era").flatMap(Era.init(rawValue:)))
    if let text = try setting("incidents") {
      let names = try JSON(parsing: Array(text.utf8)).array ?? []
      world.layers.incidents = names.compactMap { $0.string.flatMap(Incident.init(rawValue:)) }
    }
    if let text = try setting("faults") {
      for entry in try JSON(parsing: Array(text.utf8)).array ?? [] {
        var fields = try Fields(entry)
        let fault = try Fault(&fields)
        world.faults.append(
          PlannedFault(
            id: try fields.requiredString("id"), fault: fault, addedAt: try fields.int("added_at") ?? 0))
      }
    }
    return world
  }
}
