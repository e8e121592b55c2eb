import Provider
import Store

extension Server {
  /// What a person at a terminal may try first: the sample's person signs in. nil where the world is not the sample's.
  static func invitation(
    _ configuration: Configuration, _ provider: Provider, url: String, adminURL: String, isGuarded: Bool
  ) throws -> String? {
    guard configuration.seed == nil, configuration.log.form == .text else { return nil }
    // A store of an earlier start may have become another world.
    let isThere = try provider.store.read { tx in
      try tx.account(named: "jane") != nil && tx.client("com.example.app") != nil
    }
    guard isThere else { return nil }
    var call = "mockapple sign-in --account jane --client-id com.example.app"
    if adminURL != "http://127.0.0.1:8080" { call += " --admin-url \(adminURL)" }
    if isGuarded { call += " --admin-token TOKEN" }
    return "The sample world answers at \(url). In another shell: \(call)"
  }
}
