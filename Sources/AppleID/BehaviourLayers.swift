package import JSON

/// The layers a behaviour is resolved from; a later one wins, and none overwrites another.
package struct BehaviourLayers: Sendable, Equatable {
  /// Where a value comes from.
  package enum Layer: String, Sendable, CaseIterable { case `default`, seed, era, patch }

  private var values: [Layer: [String: JSON]] = [:]
  /// The incidents that run, in the order in which they were started.
  package var incidents: [Incident] = []
  /// The era that the layer of that name holds, or nil.
  package private(set) var era: Era?

  package init() {}

  /// Lays values over a layer; the string "default" takes a switch off it. Throws `FieldErrors` for a name or
  /// a value that is not known, and then changes nothing. `path` is where the values stand in their document.
  package mutating func set(_ members: [JSON.Member], in layer: Layer, path: String) throws(FieldErrors) {
    var changed = values[layer, default: [:]]
    var errors: [FieldError] = []
    for member in members {
      let field = path.isEmpty ? member.name : path + "." + member.name
      guard let found = Switch.named(member.name) else {
        let known = Switch.all.map(\.name).joined(separator: ", ")
        errors.append(FieldError(field: field, message: "is not a switch; switches are: \(known)."))
        continue
      }
      if member.value == .string("default") {
        changed[member.name] = nil
        continue
      }
      var scratch = Behaviour()
      if found.write(&scratch, member.value) {
        changed[member.name] = member.value
      } else {
        errors.append(FieldError(field: field, message: "takes \(found.values), or \"default\"."))
      }
    }
    guard errors.isEmpty else { throw FieldErrors(errors) }
    values[layer] = changed
  }

  /// Lays an era over the seed, in place of another; nil takes it away.
  package mutating func set(_ era: Era?) {
    self.era = era
    values[.era] = era?.values ?? [:]
  }

  /// The behaviour that the layers come to.
  package func resolved() -> Behaviour {
    var behaviour = Behaviour()
    for layer in Layer.allCases {
      for (name, value) in values[layer] ?? [:] { _ = Switch.named(name)?.write(&behaviour, value) }
    }
    for incident in incidents {
      for (name, value) in incident.values { _ = Switch.named(name)?.write(&behaviour, value) }
    }
    return behaviour
  }

  /// The name of the layer that decides a switch; an incident's is `incident:` and its name.
  package func layer(of name: String) -> String {
    if let incident = incidents.last(where: { $0.values[name] != nil }) {
      return "incident:" + incident.rawValue
    }
    return (Layer.allCases.last { values[$0]?[name] != nil } ?? .default).rawValue
  }

  /// The values of one layer, for the store.
  package func members(of layer: Layer) -> [JSON.Member] {
    (values[layer] ?? [:]).sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
  }
}
