package import AppleID
package import JSON

extension Provider {
  /// Every switch with its value and the layer that decides it.
  package func behaviour() -> [(name: String, value: JSON, layer: String)] {
    readWorld { world in
      Switch.all.map { ($0.name, $0.read(world.behaviour), world.layers.layer(of: $0.name)) }
    }
  }

  /// The era that is laid over the seed, or nil.
  package var era: Era? { readWorld { $0.layers.era } }

  /// Lays an era over the seed, in place of another; nil takes it away.
  package func setEra(_ era: Era?) throws {
    try changeWorld { $0.layers.set(era) }
    events.append(.behaviour, ["era": era.map { .string($0.rawValue) } ?? .null])
  }

  /// Lays values over the layer of `PATCH`; throws `FieldErrors`, and then changes nothing.
  package func patchBehaviour(_ members: [JSON.Member]) throws {
    try changeWorld { world in try world.layers.set(members, in: .patch, path: "") }
    events.append(.behaviour, .object(members))
  }
}
