package import JSON

/// One named switch of the behaviour, with the values it takes.
package struct Switch: Sendable {
  package let name: String
  /// What it may be set to, in words.
  package let values: String
  /// Its value in a behaviour, as the admin API shows it.
  package let read: @Sendable (Behaviour) -> JSON
  /// Sets it in a behaviour; false where the value is not one it takes.
  package let write: @Sendable (inout Behaviour, JSON) -> Bool

  /// Every switch, in the order of the documentation.
  package static let all: [Switch] = [
    choice("token_booleans", \.tokenBooleans),
    number("id_token_lifetime_s", \.idTokenLifetime),
    flag("id_token_on_refresh", \.idTokenOnRefresh),
    choice("refresh_after_revocation", \.refreshAfterRevocation),
    choice("refresh_tokens", \.refreshTokens),
    optionalNumber("refresh_token_idle_s", \.refreshTokenIdle),
    choice("wrong_content_type", \.wrongContentType),
    flag("error_description", \.errorDescription),
    number("code_lifetime_s", \.codeLifetime),
    choice("refused_code", \.refusedCode),
    choice("pkce", \.pkce),
    number("secret_skew_s", \.secretSkew),
    flag("require_user_agent", \.requireUserAgent),
    choice("revoke_hint_mismatch", \.revokeHintMismatch),
    flag("revoke_notifies", \.revokeNotifies),
    flag("name_on_reconsent", \.nameOnReconsent),
    choice("relay_domain", \.relayDomain),
    url("discovery_issuer", \.discoveryIssuer),
    choice("deletion_event", \.deletionEvent),
    choice("notification_events", \.notificationEvents),
    choice("notification_time", \.notificationTime),
    choice("notification_audience", \.notificationAudience),
    choice("notification_booleans", \.notificationBooleans),
    choice("keys_order", \.keysOrder),
    cacheControl("keys_cache_control", \.keysCacheControl),
    choice("keys_etag", \.keysETag),
    number("signers", \.signers, from: 1),
  ]

  /// The switch of that name, or nil.
  package static func named(_ name: String) -> Switch? { all.first { $0.name == name } }

  private typealias Path<Value> = WritableKeyPath<Behaviour, Value> & Sendable

  private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: any Path<Value>
  ) -> Switch {
    Switch(
      name: name, values: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "),
      read: { .string($0[keyPath: path].rawValue) },
      write: { behaviour, json in
        guard let value = json.string.flatMap(Value.init(rawValue:)) else { return false }
        behaviour[keyPath: path] = value
        return true
      })
  }

  private static func flag(_ name: String, _ path: any Path<Bool>) -> Switch {
    Switch(name: name, values: "true or false", read: { .bool($0[keyPath: path]) }) { behaviour, json in
      guard let value = json.bool else { return false }
      behaviour[keyPath: path] = value
      return true
    }
  }

  private static func number(_ name: String, _ path: any Path<Int>, from least: Int = 0) -> Switch {
    Switch(name: name, values: "a whole number, \(least) or more", read: { .int($0[keyPath: path]) }) {
      behaviour, json in
      guard let value = json.int, value >= least else { return false }
      behaviour[keyPath: path] = value
      return true
    }
  }

  private static func optionalNumber(_ name: String, _ path: any Path<Int?>) -> Switch {
    Switch(
      name: name, values: "a whole number, 0 or more, or null",
      read: { $0[keyPath: path].map { .int($0) } ?? .null }
    ) { behaviour, json in
      guard json.isNull || json.int.map({ $0 >= 0 }) == true else { return false }
      behaviour[keyPath: path] = json.int
      return true
    }
  }

  private static func url(_ name: String, _ path: any Path<String?>) -> Switch {
    Switch(
      name: name, values: "an absolute URL, or null", read: { $0[keyPath: path].map { .string($0) } ?? .null }
    ) { behaviour, json in
      guard json.isNull || json.string.map(Fields.isAbsolute) == true else { return false }
      behaviour[keyPath: path] = json.string
      return true
    }
  }

  /// `no-store`, `none` (the field is left out) or `max-age=N`.
  private static func cacheControl(_ name: String, _ path: any Path<String?>) -> Switch {
    Switch(
      name: name, values: "one of no-store, none, max-age=N", read: { .string($0[keyPath: path] ?? "none") }
    ) { behaviour, json in
      guard let text = json.string else { return false }
      let isAge =
        text.hasPrefix("max-age=") && text.utf8.count < 20 && Int(text.dropFirst(8)).map { $0 >= 0 } == true
      guard isAge || text == "no-store" || text == "none" else { return false }
      behaviour[keyPath: path] = text == "none" ? nil : text
      return true
    }
  }
}
