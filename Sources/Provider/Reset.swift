import AppleID
import Crypto
import JSON
import Store

extension Provider {
  /// Wipes everything and begins anew: seed, the store's first ring, random generator, real clock, default
  /// behaviour, empty journal. Throws where the store fails, and then nothing has changed.
  package func reset() throws {
    try begin()
    try recall()
    journal.removeAll()
    autoSignIn = settings.autoSignIn
    scheduler.wake()
  }

  /// Lays the seed and the first ring into an empty store, in one transaction.
  func begin() throws {
    settings.random.advance(to: 0)
    let now = settings.clock.now()
    let seed = settings.seed
    let known = try store.read { try $0.setting("first_ring") }
    let ringText = try known ?? Self.text(of: settings.signingKeys())
    try store.write { tx in
      try tx.removeEverything()
      try tx.setSetting("first_ring", to: ringText)
      try tx.setSetting("boot", to: "0")
      for key in KeyRing.fresh(try Self.keys(in: ringText), at: now).keys { try tx.insert(key) }
      for (index, team) in seed.teams.enumerated() { try register(team, at: "teams[\(index)]", in: tx) }
      // Every primary app first: the order in the file is free.
      let clients = seed.clients.enumerated().map { (path: "clients[\($0.offset)]", client: $0.element) }
      for entry in clients where entry.client.primary == nil {
        try register(entry.client, at: entry.path, in: tx)
      }
      for entry in clients where entry.client.primary != nil {
        try register(entry.client, at: entry.path, in: tx)
      }
      for key in seed.keys {
        let known = settings.knownKeys.first { $0.publicKey == key.publicKey }
        try register(key, privateKey: known, at: "teams", in: tx)
      }
      for (index, account) in seed.accounts.enumerated() {
        try register(account, at: "accounts[\(index)]", in: tx)
      }
      var layers = seed.behaviour
      layers.set(settings.era)
      try tx.save(World(layers: layers, limits: seed.rateLimits))
    }
  }

  private static func text(of keys: [(kid: String, pem: String)]) -> String {
    JSON.array(keys.map { ["kid": .string($0.kid), "private_key": .string($0.pem)] }).text()
  }

  private static func keys(in text: String) throws -> [(kid: String, pem: String)] {
    try JSON(parsing: Array(text.utf8)).array?.compactMap { entry in
      guard let kid = entry["kid"]?.string, let pem = entry["private_key"]?.string else { return nil }
      return (kid, pem)
    } ?? []
  }
}
