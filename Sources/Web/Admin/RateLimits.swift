import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let rateLimits = [
    Operation("GET", "/admin/rate-limits", "listRateLimits") { call in
      try call.query.finish()
      return try .rateLimits(call.provider)
    },
    Operation("PUT", "/admin/rate-limits", "setRateLimits") { call in
      try call.query.finish()
      var fields = try call.body()
      guard let entries = try fields.objects("rate_limits") else {
        throw fields.error("rate_limits", "is missing.")
      }
      let limits = try RateLimit.list(entries)
      try fields.finish()
      try call.provider.setRateLimits(limits)
      return try .rateLimits(call.provider)
    },
  ]
}

extension Response {
  /// Each limit with its uses: by whom, how often, and when the window ends.
  fileprivate static func rateLimits(_ provider: Provider) throws -> Response {
    let limits = try provider.rateLimits().map { limit, uses -> JSON in
      let used: [JSON] = uses.map {
        [
          "subject": .string($0.subject), "count": .int($0.count), "started_at": .int($0.startedAt),
          "ends_at": .int($0.startedAt + limit.window),
        ]
      }
      return .object((limit.json.members ?? []) + [JSON.Member("uses", .array(used))])
    }
    return .admin(["rate_limits": .array(limits)])
  }
}
