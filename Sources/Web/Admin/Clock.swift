import AppleID
import HTTP
import JSON
import Provider

extension Operation {
  static let clock = [
    Operation("GET", "/admin/clock", "getClock") { call in
      try call.query.finish()
      return .clock(call.provider)
    },
    Operation("PUT", "/admin/clock", "setClock") { call in
      try call.query.finish()
      var fields = try call.body()
      let now = try moment(&fields)
      let frozen = try fields.bool("frozen")
      let stamps = try fields.choice("stamps", of: VirtualClock.Stamps.self)
      try fields.finish()
      try call.provider.setClock(now: now, frozen: frozen, stamps: stamps)
      return .clock(call.provider)
    },
    Operation("DELETE", "/admin/clock", "resetClock") { call in
      try call.query.finish()
      try call.provider.resetClock()
      return Response(status: 204)
    },
    Operation("POST", "/admin/clock/advance", "advanceClock") { call in
      try call.query.finish()
      var fields = try call.body()
      guard let seconds = try fields.int("seconds") else { throw fields.error("seconds", "is missing.") }
      try fields.finish()
      guard seconds.magnitude <= Moment.limit else {
        throw fields.error("seconds", "is more than 10000 years.")
      }
      try call.provider.advanceClock(by: seconds)
      return .clock(call.provider)
    },
  ]

  /// `now` as seconds since 1970 or as RFC 3339 text.
  private static func moment(_ fields: inout Fields) throws -> Int? {
    guard let sent = fields.value("now"), !sent.isNull else { return nil }
    if let number = sent.int, number.magnitude <= Moment.limit { return number }
    if let text = sent.string, let moment = Moment.seconds(rfc3339: text) { return moment }
    throw fields.error("now", "must be seconds since 1970, or RFC 3339 text such as 2027-01-01T00:00:00Z.")
  }
}

extension Response {
  fileprivate static func clock(_ provider: Provider) -> Response {
    let (clock, now) = provider.clock()
    return .admin([
      "now": .int(now), "offset_s": .int(clock.offset), "frozen": .bool(clock.frozenAt != nil),
      "stamps": .string(clock.stamps.rawValue),
    ])
  }
}
