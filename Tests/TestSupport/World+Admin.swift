package import JSON

extension World {
  /// The newest entry of the journal.
  package var lastRequest: JSON { admin("GET", "requests").json["requests"]?.array?.last ?? .null }

  /// Lays values over the behaviour.
  @discardableResult
  package func set(_ name: String, _ value: JSON) -> Answer {
    admin("PATCH", "behaviour", .object([JSON.Member(name, value)]))
  }

  /// Grants a client leniencies in place of those it has.
  @discardableResult
  package func allow(_ leniencies: [String], client: String = "com.example.app") -> Answer {
    admin("PATCH", "clients/" + client, ["leniencies": .array(leniencies.map { .string($0) })])
  }

  /// The rules that `POST client-secrets/explain` says a secret breaks, in its order.
  package func failures(of secret: String, client: String? = "com.example.app") -> [String] {
    explanation(of: secret, client: client)["rules"]?.array?
      .filter { $0["outcome"] == "fail" }.compactMap { $0["rule"]?.string } ?? ["no explanation"]
  }

  /// The answer of `POST client-secrets/explain`.
  package func explanation(of secret: String, client: String? = "com.example.app") -> JSON {
    let clientID: JSON = client.map { .string($0) } ?? .null
    return admin(
      "POST", "client-secrets/explain", ["client_secret": .string(secret), "client_id": clientID]
    ).json
  }
}
