import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  /// The fields a list of notifications can be filtered by.
  private static let fields = ["id", "jti", "type", "client_id", "account", "sub", "url", "state"]

  static let notifications = [
    Operation("GET", "/admin/notifications", "listNotifications") { call in
      try call.query.check("state", among: Delivery.State.allCases.map(\.rawValue))
      try call.query.check("type", among: NotificationEvent.Kind.allCases.map(\.rawValue))
      let wanted = fields.compactMap { name in call.query.string(name).map { (column: name, text: $0) } }
      let wait = try call.query.int("wait", atMost: 60) ?? 0
      let count = try call.query.int("count", atMost: Provider.deliveriesKept.count) ?? 1
      let limit = try call.query.int("limit") ?? .max
      let after = call.query.string("after")
      try call.query.finish()
      let provider = call.provider
      guard
        let position = try after.map({ id in try provider.store.read { try $0.position(ofDelivery: id) } })
          ?? 0
      else { throw call.query.error("after", "is \(after ?? ""), which is not in the list.") }
      if wait > 0 { try call.await(count, where: wanted, after: position, seconds: wait) }
      let found = try provider.store.read { try $0.deliveries(where: wanted, after: position, limit: limit) }
      return .admin(["notifications": .array(found.map(\.json))])
    },
    Operation("POST", "/admin/notifications", "sendNotification") { call in
      try call.query.finish()
      var fields = try call.body()
      let account = try call.account(&fields)
      let client = try call.client(&fields)
      guard let kind = try fields.choice("type", of: NotificationEvent.Kind.self) else {
        throw fields.error("type", "is missing.")
      }
      let handmade = Provider.Handmade(
        kind: kind, url: try fields.url("url"),
        mutation: try fields.choice("mutation", of: NotificationMutation.self),
        copies: try fields.number("copies", 1...1000) ?? 1,
        delay: try fields.number("delay_s", 0...1_000_000_000) ?? 0)
      try fields.finish()
      return .admin(
        try call.provider.send(handmade, to: client, of: account, in: call.context).json, status: 201)
    },
    Operation("POST", "/admin/notifications/{id}/redeliver", "redeliverNotification") { call in
      try call.query.finish()
      try call.body().finish()
      return .admin(try call.provider.redeliver(call.path("id"), in: call.context).json)
    },
  ]
}

extension AdminCall {
  /// Waits until so many notifications match, or the time is up; throws `Problem` where too many wait already.
  fileprivate func await(
    _ count: Int, where wanted: [(column: String, text: String)], after position: Int, seconds: Int
  ) throws {
    let store = provider.store
    func matches() throws -> Bool {
      try store.read { try $0.countDeliveries(where: wanted, after: position) } >= count
    }
    guard try !matches() else { return }
    guard let place = provider.feed.takePlace() else {
      throw Problem(503, detail: "\(Feed.limit) callers wait or stream already; try again.")
    }
    // Counted anew only where something has changed: the feed rings with every request, too.
    var seen = -1
    _ = withExtendedLifetime(place) {
      provider.feed.wait(milliseconds: seconds * 1000, unless: request.isAbandoned) { () -> Bool? in
        let changes = provider.deliveryChanges
        guard changes != seen else { return nil }
        seen = changes
        // A store that fails here is told by the list that is read next.
        return (try? matches()) == false ? nil : true
      }
    }
  }
}
