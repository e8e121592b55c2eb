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
    for name in Provider.World.settings {
      try setting(name) { try world.read($0, of: name) }
    }
    return world
  }
}

extension Provider.World {
  /// The settings that `save` stores.
  static let settings =
    ["clock", "rate_limits", "era", "incidents", "faults"]
    + BehaviourLayers.Layer.allCases.filter { $0 != .era }.map { "behaviour." + $0.rawValue }

  /// Takes up what `save` stored under one of these names; throws on anything else.
  mutating func read(_ text: String, of name: String) throws {
    guard name != "era" else { return layers.set(try Self.era(text)) }
    var fields = try Fields([name: JSON(parsing: Array(text.utf8))])
    switch name {
    case "clock": clock = try Self.clock(&fields)
    case "rate_limits": limits = try RateLimit.list(try fields.requiredObjects(name), isStored: true)
    case "incidents":
      guard let names = try fields.strings(name) else { throw fields.error(name, "must be an array.") }
      layers.incidents = try names.map { text in
        guard let incident = Incident(rawValue: text) else {
          throw fields.error(name, "holds \(text), which is none.")
        }
        return incident
      }
    case "faults":
      for var entry in try fields.requiredObjects(name) { faults.append(try PlannedFault(stored: &entry)) }
    default:
      guard let members = fields.value(name)?.members,
        let layer = BehaviourLayers.Layer(rawValue: String(name.dropFirst("behaviour.".count)))
      else { throw fields.error(name, "must be an object.") }
      try layers.set(members, in: layer, path: name)
    }
  }

  private static func era(_ text: String) throws -> Era? {
    guard !text.isEmpty else { return nil }
    guard let era = Era(rawValue: text) else {
      throw FieldErrors([FieldError(field: "era", message: "is \(text), which is none.")])
    }
    return era
  }

  private static func clock(_ fields: inout Fields) throws -> VirtualClock {
    guard var entry = try fields.object("clock") else { throw fields.error("clock", "must be an object.") }
    guard let offset = try entry.moment("offset") else { throw entry.error("offset", "is missing.") }
    guard let stamps = try entry.choice("stamps", of: VirtualClock.Stamps.self) else {
      throw entry.error("stamps", "is missing.")
    }
    let clock = VirtualClock(offset: offset, frozenAt: try entry.moment("frozen_at"), stamps: stamps)
    try entry.finish()
    return clock
  }
}

extension PlannedFault {
  /// What `save` stored; throws `FieldErrors` for anything else.
  fileprivate init(stored fields: inout Fields) throws {
    let fault = try Fault(&fields)
    let id = try fields.requiredString("id")
    guard let addedAt = try fields.moment("added_at") else { throw fields.error("added_at", "is missing.") }
    try fields.finish()
    self.init(id: id, fault: fault, addedAt: addedAt)
  }
}

extension Fields {
  /// The members of each object in an array that has to be there.
  fileprivate mutating func requiredObjects(_ name: String) throws -> [Fields] {
    guard let entries = try objects(name) else { throw error(name, "must be an array.") }
    return entries
  }
}
