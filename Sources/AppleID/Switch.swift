package import JSON

/// One named switch of the behaviour, with the values it takes.
package struct Switch: Sendable {
  package let name: String
  /// What it decides, in a sentence.
  package let summary: String
  /// What it may be set to, in words.
  package let values: String
  /// Its value in a behaviour, as the admin API shows it.
  package let read: @Sendable (Behaviour) -> JSON
  /// Sets it in a behaviour; false where the value is not one it takes.
  package let write: @Sendable (inout Behaviour, JSON) -> Bool

  /// Every switch, in the order of the documentation.
  package static let all: [Switch] = [
    choice(
      "token_booleans",
      "The type of `email_verified` and `is_private_email`; mixed: now one, now the other.", \.tokenBooleans
    ),
    number("id_token_lifetime_s", "Seconds from an identity token's iat to its exp.", \.idTokenLifetime),
    flag("id_token_on_refresh", "Whether a refresh answers with an identity token.", \.idTokenOnRefresh),
    choice(
      "refresh_after_revocation", "The error for a refresh token that was revoked.", \.refreshAfterRevocation),
    choice(
      "refresh_tokens", "Whether a new sign-in leaves the older refresh tokens of person and client alive.",
      \.refreshTokens),
    optionalNumber(
      "refresh_token_idle_s", "Seconds a refresh token lives without being used; null for no end.",
      \.refreshTokenIdle),
    choice("wrong_content_type", "The error for a body that is no form.", \.wrongContentType),
    flag("error_description", "Whether an error has an `error_description` beside it.", \.errorDescription),
    number("code_lifetime_s", "Seconds an authorization code lives.", \.codeLifetime),
    choice(
      "refused_code", "Whether a code survives a check that failed after client authentication.",
      \.refusedCode),
    choice("pkce", "Whether a `code_challenge` binds the code.", \.pkce),
    number("secret_skew_s", "Seconds that a client_secret's iat may lie ahead.", \.secretSkew),
    flag("require_user_agent", "Whether a token request needs a `User-Agent`.", \.requireUserAgent),
    choice(
      "revoke_hint_mismatch", "What a `token_type_hint` that does not fit the token comes to.",
      \.revokeHintMismatch),
    flag("revoke_notifies", "Whether a call of /auth/revoke is also notified.", \.revokeNotifies),
    flag("name_on_reconsent", "Whether a person who comes back shares the name again.", \.nameOnReconsent),
    choice("relay_domain", "The domain of relay addresses made from now on.", \.relayDomain),
    url(
      "discovery_issuer", "The issuer in the discovery document alone; null for that of the tokens.",
      \.discoveryIssuer),
    choice("deletion_event", "How the event of a deleted Apple Account is spelled.", \.deletionEvent),
    choice("notification_events", "The form of `events` in a notification.", \.notificationEvents),
    choice("notification_time", "The unit of `event_time` in a notification.", \.notificationTime),
    choice(
      "notification_audience", "The aud of a notification: the client authorized last, or its primary app.",
      \.notificationAudience),
    choice(
      "notification_booleans", "The type of `is_private_email` in a notification.", \.notificationBooleans),
    choice("keys_order", "The order of the keys in the key set, from one answer to the next.", \.keysOrder),
    cacheControl(
      "keys_cache_control", "The `Cache-Control` of the key set; none leaves it out.", \.keysCacheControl),
    choice("keys_etag", "Whether the key set has an `ETag`; stale is one that never changes.", \.keysETag),
    number("signers", "How many keys sign in turn.", \.signers, from: 1),
  ]

  /// The switch of that name, or nil.
  package static func named(_ name: String) -> Switch? { all.first { $0.name == name } }

  private typealias Path<Value> = WritableKeyPath<Behaviour, Value> & Sendable

  private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ path: any Path<Value>
  ) -> Switch {
    Switch(
      name: name, summary: summary,
      values: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "),
      read: { .string($0[keyPath: path].rawValue) },
      write: { behaviour, json in
        guard let value = json.string.flatMap(Value.init(rawValue:)) else { return false }
        behaviour[keyPath: path] = value
        return true
      })
  }

  private static func flag(_ name: String, _ summary: String, _ path: any Path<Bool>) -> Switch {
    Switch(name: name, summary: summary, values: "true or false", read: { .bool($0[keyPath: path]) }) {
      behaviour, json in
      guard let value = json.bool else { return false }
      behaviour[keyPath: path] = value
      return true
    }
  }

  private static func number(_ name: String, _ summary: String, _ path: any Path<Int>, from least: Int = 0)
    -> Switch
  {
    Switch(
      name: name, summary: summary, values: "a whole number, \(least) or more",
      read: { .int($0[keyPath: path]) }
    ) {
      behaviour, json in
      guard let value = json.int, value >= least else { return false }
      behaviour[keyPath: path] = value
      return true
    }
  }

  private static func optionalNumber(_ name: String, _ summary: String, _ path: any Path<Int?>) -> Switch {
    Switch(
      name: name, summary: summary, values: "a whole number, 0 or more, or null",
      read: { $0[keyPath: path].map { .int($0) } ?? .null }
    ) { behaviour, json in
      guard json.isNull || json.int.map({ $0 >= 0 }) == true else { return false }
      behaviour[keyPath: path] = json.int
      return true
    }
  }

  private static func url(_ name: String, _ summary: String, _ path: any Path<String?>) -> Switch {
    Switch(
      name: name, summary: summary, values: "an absolute URL, or null",
      read: { $0[keyPath: path].map { .string($0) } ?? .null }
    ) { behaviour, json in
      guard json.isNull || json.string.map(Fields.isAbsolute) == true else { return false }
      behaviour[keyPath: path] = json.string
      return true
    }
  }

  /// `no-store`, `none` (the field is left out) or `max-age=N`.
  private static func cacheControl(_ name: String, _ summary: String, _ path: any Path<String?>) -> Switch {
    Switch(
      name: name, summary: summary, values: "one of no-store, none, max-age=N",
      read: { .string($0[keyPath: path] ?? "none") }
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
