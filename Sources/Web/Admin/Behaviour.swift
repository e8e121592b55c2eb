import AppleID
import HTTP
import JSON
import Provider

extension Operation {
  static let behaviour = [
    Operation("GET", "/admin/behaviour", "getBehaviour") { call in
      try call.query.finish()
      return .behaviour(call.provider)
    },
    Operation("PATCH", "/admin/behaviour", "changeBehaviour") { call in
      try call.query.finish()
      guard let members = try call.json().members else {
        throw Problem(400, detail: "The body must be an object of switches.")
      }
      try call.provider.patchBehaviour(members)
      return .behaviour(call.provider)
    },
    Operation("PUT", "/admin/behaviour/era", "setEra") { call in
      try call.query.finish()
      var fields = try call.body()
      guard fields.contains("era") else { throw fields.error("era", "is missing; null takes the era away.") }
      let era = try fields.choice("era", of: Era.self)
      try fields.finish()
      try call.provider.setEra(era)
      return .behaviour(call.provider)
    },
  ]
}

extension Response {
  /// `{era, switches: {name: {value, layer}}}`.
  fileprivate static func behaviour(_ provider: Provider) -> Response {
    let switches = provider.behaviour().map { name, value, layer in
      JSON.Member(name, ["value": value, "layer": .string(layer)])
    }
    return .admin([
      "era": provider.era.map { .string($0.rawValue) } ?? .null, "switches": .object(switches),
    ])
  }
}
