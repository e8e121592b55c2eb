import AppleID
import HTTP
import JSON
import Primitives
import Provider

extension Operation {
  /// The fields a list of the journal can be filtered by.
  private static let filters: [(name: String, value: @Sendable (Journal.Entry) -> String?)] = [
    ("endpoint", { $0.endpoint.rawValue }), ("method", { $0.method }), ("path", { $0.path }),
    ("client_id", { $0.clientID }),
    ("account", { $0.account }), ("grant_type", { $0.grantType }), ("status", { String($0.status) }),
    ("error", { $0.error?.rawValue }), ("rule", { $0.rule?.rawValue }),
  ]

  static let requests = [
    Operation("GET", "/admin/requests", "listRequests") { call in
      let wanted = filters.compactMap { filter in call.query.string(filter.name).map { (filter.value, $0) } }
      let wait = try call.query.int("wait", atMost: 60) ?? 0
      let count = try call.query.int("count", atMost: Journal.limit) ?? 1
      let limit = try call.query.int("limit")
      let after = try call.query.int("after") ?? 0
      try call.query.finish()
      let provider = call.provider
      guard after <= provider.journal.lastID else {
        throw call.query.error(
          "after", "is \(after); the newest entry is \(provider.journal.lastID).")
      }
      var found: [Journal.Entry] = []
      var (seen, clearings) = (after, provider.journal.clearings)
      // Only at what is new: where many wait, each request would cost every one of them the whole journal.
      func matching() -> [Journal.Entry] {
        if clearings != provider.journal.clearings {
          (found, seen, clearings) = ([], after, provider.journal.clearings)
        }
        found += provider.journal.entries(after: seen) { entry in
          seen = max(seen, entry.id)
          return wanted.allSatisfy { $0.0(entry)?.hasSameBytes(as: $0.1) == true }
        }
        return found
      }
      _ = matching()
      if wait > 0, found.count < count {
        guard let place = provider.feed.takePlace() else {
          throw Problem(503, detail: "\(Feed.limit) callers wait or stream already; try again.")
        }
        let waited = withExtendedLifetime(place) {
          provider.feed.wait(milliseconds: wait * 1000, unless: call.request.isAbandoned) {
            matching().count >= count ? found : nil
          }
        }
        found = waited ?? matching()
      }
      if let limit { found = found.suffix(limit) }
      return .admin(["requests": .array(found.map(\.json))])
    },
    Operation("GET", "/admin/requests/{id}", "getRequest") { call in
      try call.query.finish()
      guard let entry = Int(call.path("id")).flatMap({ call.provider.journal.entry($0) }) else {
        throw Complaint.notFound("There is no request \(call.path("id")) in the journal.")
      }
      return .admin(entry.json)
    },
    Operation("DELETE", "/admin/requests", "clearRequests") { call in
      try call.query.finish()
      call.provider.journal.clear()
      return Response(status: 204)
    },
  ]
}

extension Journal.Entry {
  var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    let details = details
    return [
      "id": .int(id), "at": .int(at), "endpoint": .string(endpoint.rawValue), "method": .string(method),
      "path": .string(path),
      "client_id": text(clientID), "account": text(account), "grant_type": text(grantType),
      "parameters": Self.json(details.parameters), "headers": Self.json(details.headers),
      "status": .int(status),
      "error": text(error?.rawValue),
      "error_description": text(details.errorDescription), "rule": text(rule?.rawValue),
      "hint": text(details.hint),
      "leniencies": .array(details.leniencies.map { .string($0) }),
      "faults": .array(details.faults.map { .string($0) }),
      "duration_us": .int(details.duration),
      "response_body": .string(String(decoding: details.responseBody, as: UTF8.self)),
    ]
  }

  /// What was sent under each name: a text, or a list where the name was sent several times.
  private static func json(_ pairs: [(name: String, value: String)]) -> JSON {
    var members: [JSON.Member] = []
    var places: [ByteKey: Int] = [:]
    for (name, value) in pairs {
      guard let index = places[ByteKey(name)] else {
        places[ByteKey(name)] = members.count
        members.append(JSON.Member(name, .string(value)))
        continue
      }
      members[index] = JSON.Member(
        name, .array((members[index].value.array ?? [members[index].value]) + [.string(value)]))
    }
    return .object(members)
  }
}
