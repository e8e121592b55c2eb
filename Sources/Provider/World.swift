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
    for layer in BehaviourLayers.Layer.allCases {
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
    for layer in BehaviourLayers.Layer.allCases {
      guard let text = try setting("behaviour." + layer.rawValue) else { continue }
      try world.layers.set(try JSON(parsing: Array(text.utf8)).members ?? [], in: layer, path: "behaviour")
    }
    return world
  }
}
