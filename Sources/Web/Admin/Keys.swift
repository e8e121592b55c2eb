import AppleID
import HTTP
import JSON
import Primitives
import Provider

extension Operation {
  static let keys = [
    Operation("GET", "/admin/keys", "listKeys") { call in
      let fields = ["kid", "state"]
      return .admin([
        "keys": try call.query.listed(
          call.provider.signingKeys().map { $0.key.json(in: $0.state) }, id: "kid", fields: fields)
      ])
    },
    Operation("POST", "/admin/keys/rotations", "rotateKeys") { call in
      try call.query.finish()
      var fields = try call.body()
      let rotation = try Rotation(&fields)
      try fields.finish()
      let published = call.provider.publishedKids()
      if let kid = rotation.kid, !published.contains(where: kid.hasSameBytes) {
        throw fields.error(
          "kid", "\(kid) is not published; published are: \(published.joined(separator: ", ")).")
      }
      let rotated = try call.provider.rotate(rotation)
      let timeline: [JSON] = rotated.timeline.map {
        ["at": .int($0.at), "step": .string($0.kind.rawValue), "kid": .string($0.kid)]
      }
      return .admin(
        [
          "id": .string(rotated.id), "plan": .string(rotation.plan.rawValue),
          "waited_ms": .int(rotated.waited),
          "timeline": .array(timeline),
        ], status: 201)
    },
    Operation("GET", "/admin/keys/schedule", "getKeySchedule") { call in
      try call.query.finish()
      return .schedule(call.provider)
    },
    Operation("PUT", "/admin/keys/schedule", "setKeySchedule") { call in
      try call.query.finish()
      var fields = try call.body()
      let schedule = try KeySchedule(&fields)
      try fields.finish()
      try call.provider.setKeySchedule(schedule.rotation, every: schedule.every)
      return .schedule(call.provider)
    },
    Operation("DELETE", "/admin/keys/schedule", "removeKeySchedule") { call in
      try call.query.finish()
      try call.provider.setKeySchedule(nil)
      return Response(status: 204)
    },
  ]
}

extension Response {
  fileprivate static func schedule(_ provider: Provider) -> Response {
    let schedule = provider.keySchedule.map {
      $0.rotation.json.with("every_s", .int($0.every)).with("next_at", .int($0.nextAt))
    }
    return .admin(["schedule": schedule ?? .null])
  }
}

extension SigningKey {
  /// The public half of a key's life; the private half stays in the store.
  fileprivate func json(in state: State) -> JSON {
    func moment(_ value: Int?) -> JSON { value.map { .int($0) } ?? .null }
    return [
      "kid": .string(kid), "state": .string(state.rawValue), "created_at": .int(createdAt),
      "published_from": moment(publishedFrom), "signs_from": moment(signsFrom),
      "signs_until": moment(signsUntil),
      "published_until": moment(publishedUntil),
    ]
  }
}
