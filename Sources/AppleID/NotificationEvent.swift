package import JSON

/// What a server-to-server notification tells of (Apple, “Processing changes for Sign in with Apple accounts”).
package struct NotificationEvent: Sendable, Equatable {
  /// The types Apple documents. The deletion of an account has two spellings; the switch `deletion_event` picks one.
  package enum Kind: String, Sendable, CaseIterable {
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case consentRevoked = "consent-revoked"
    case accountDelete = "account-delete"
    case accountDeleted = "account-deleted"

    /// Whether it tells of a relay address.
    package var hasEmail: Bool { self == .emailDisabled || self == .emailEnabled }
  }

  /// Seconds from `iat` to `exp`: Apple's page has no `exp`, the wire does (dossier 11.3).
  package static let lifetime = 86400

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

  /// The claims, in the order of Apple's wire; `now` is in seconds since 1970.
  package func claims(iss: String, aud: String, jti: String, now: Int, behaviour: Behaviour) -> JSON {
    [
      "iss": .string(iss), "aud": .string(aud), "exp": .int(now + Self.lifetime), "iat": .int(now),
      "events": events(behaviour), "jti": .string(jti),
    ]
  }

  /// `events` as the documents print it: an object.
  package func eventsObject(_ behaviour: Behaviour) -> JSON {
    var behaviour = behaviour
    behaviour.notificationEvents = .object
    return events(behaviour)
  }
}
