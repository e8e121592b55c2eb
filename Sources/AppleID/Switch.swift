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
    seconds("id_token_lifetime_s", \.idTokenLifetime),
    flag("id_token_on_refresh", \.idTokenOnRefresh),
    choice("refresh_after_revocation", \.refreshAfterRevocation),
    choice("wrong_content_type", \.wrongContentType),
    flag("error_description", \.errorDescription),
    seconds("code_lifetime_s", \.codeLifetime),
    choice("refused_code", \.refusedCode),
    choice("pkce", \.pkce),
    seconds("secret_skew_s", \.secretSkew),
    choice("relay_domain", \.relayDomain),
    choice("keys_order", \.keysOrder),
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

  private static func seconds(_ name: String, _ path: any Path<Int>) -> Switch {
    Switch(name: name, values: "a whole number of seconds, 0 or more", read: { .int($0[keyPath: path]) }) {
      behaviour, json in
      guard let value = json.int, value >= 0 else { return false }
      behaviour[keyPath: path] = value
      return true
    }
  }
}
