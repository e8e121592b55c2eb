package import JSON

/// What a server-to-server notification tells of (Apple, “Processing changes for Sign in with Apple accounts”).
package struct NotificationEvent: Sendable, Equatable {
  /// As spelled on the wire, such as `consent-revoked`.
  package let type: String
  package let sub: String
  /// Milliseconds since 1970.
  package let eventTime: Int
  /// The relay address, for the two events of forwarding.
  package let privateEmail: String?

  package init(type: String, sub: String, eventTime: Int, privateEmail: String? = nil) {
    self.type = type
    self.sub = sub
    self.eventTime = eventTime
    self.privateEmail = privateEmail
  }

  /// The claim `events`: on the wire a string that holds an object.
  package func events(_ behaviour: Behaviour) -> JSON {
    var members = [
      JSON.Member("type", .string(type)), JSON.Member("sub", .string(sub)),
      JSON.Member("event_time", .int(behaviour.notificationTime == .seconds ? eventTime / 1000 : eventTime)),
    ]
    if let privateEmail {
      members.append(JSON.Member("email", .string(privateEmail)))
      members.append(
        JSON.Member("is_private_email", behaviour.notificationBooleans == .string ? "true" : true))
    }
    return switch behaviour.notificationEvents {
    case .string: .string(JSON.object(members).text())
    case .object: .object(members)
    case .array: [.object(members)]
    }
  }
}
