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
      guard let members = try JSONBody.members(call) else {
        throw Problem(400, detail: "The body must be an object of switches.")
      }
      try call.provider.patchBehaviour(members)
      return .behaviour(call.provider)
    },
  ]
}

/// A body that is read by its members, not by known names.
private enum JSONBody {
  static func members(_ call: AdminCall) throws -> [JSON.Member]? {
    do {
      return try JSON(parsing: call.request.body).members
    } catch {
      throw Problem(400, detail: "The body is no JSON: \(error)")
    }
  }
}

extension Response {
  /// `{behaviour: {switch: value}, layers: {switch: layer}}`.
  fileprivate static func behaviour(_ provider: Provider) -> Response {
    let switches = provider.behaviour()
    return .admin([
      "behaviour": .object(switches.map { JSON.Member($0.name, $0.value) }),
      "layers": .object(switches.map { JSON.Member($0.name, .string($0.layer.rawValue)) }),
    ])
  }
}
