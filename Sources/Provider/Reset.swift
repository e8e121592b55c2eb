import AppleID
import Crypto
import JSON
import Store
import Synchronization

extension Provider {
  /// Wipes everything and begins anew: seed, the store's first ring, random generator, real clock, default
  /// behaviour, empty journal. Throws where the store fails, and then nothing has changed.
  package func reset() throws {
    try begin()
    journal.removeAll()
    hits.withLock { $0 = [:] }
    chances.withLock { $0 = [:] }
    events.append(.reset)
    scheduler.wake()
  }

  /// Lays the seed and the first ring into an empty store, in one transaction, and takes them up.
  func begin() throws {
    let now = settings.clock.now()
    let known = try store.read { try $0.setting("first_ring", Self.keys) }
    let keys = try known ?? settings.signingKeys()
    try recall { try lay(settings.seed, keys, at: now, in: $0) }
  }

  private func lay(_ seed: Seed, _ keys: [(kid: String, pem: String)], at now: Int, in tx: Transaction) throws
  {
    // Here, where nobody else draws what goes into the store.
    settings.random.restart()
    settings.random.advance(to: 0)
    try tx.removeEverything()
    try tx.setSetting("first_ring", to: Self.text(of: keys))
    try tx.setSetting("boot", to: "0")
    try tx.replace(KeyRing.fresh(keys, at: now))
    for (index, team) in seed.teams.enumerated() {
      try placed("teams[\(index)]") { try register(team, at: $0, in: tx) }
    }
    try lay(seed.clients, in: tx)
    for (path, key) in seed.keys {
      let known = settings.knownKeys.first { $0.publicKey == key.publicKey }
      try placed(path) { try register(key, privateKey: known, at: $0, in: tx) }
    }
    for (index, account) in seed.accounts.enumerated() {
      try placed("accounts[\(index)]") { try register(account, at: $0, in: tx) }
    }
    var layers = seed.behaviour
    layers.set(settings.era)
    let faults = seed.faults.map { PlannedFault(id: ids.localID(kind: "fault"), fault: $0, addedAt: now) }
    try tx.save(World(layers: layers, limits: seed.rateLimits, faults: faults))
    try tx.save(seed.schedule.map { KeySchedule(rotation: $0.rotation, every: $0.every, lastAt: now) })
  }

  /// Registers clients in their order, except that one grouped with a client further down comes after all of them.
  private func lay(_ clients: [Client], in tx: Transaction) throws {
    let entries = clients.enumerated().map { (path: "clients[\($0.offset)]", client: $0.element) }
    var early: [(path: String, client: Client)] = []
    for entry in entries {
      guard try entry.client.primary.map({ try tx.client($0) != nil }) ?? true else {
        early.append(entry)
        continue
      }
      try placed(entry.path) { try register(entry.client, at: $0, in: tx) }
    }
    for entry in early { try placed(entry.path) { try register(entry.client, at: $0, in: tx) } }
  }

  /// Registers what stands at a path of the seed; a conflict is told with the path, as every other mistake is.
  private func placed(_ path: String, _ register: (String) throws -> Void) throws {
    do {
      try register(path)
    } catch let complaint as Complaint {
      throw FieldErrors([FieldError(field: path + ":", message: complaint.description)])
    }
  }

  private static func text(of keys: [(kid: String, pem: String)]) -> String {
    JSON.array(keys.map { ["kid": .string($0.kid), "private_key": .string($0.pem)] }).text()
  }

  /// Reads what `text(of:)` wrote; throws on anything else.
  static func keys(in text: String) throws -> [(kid: String, pem: String)] {
    var fields = try Fields(["keys": JSON(parsing: Array(text.utf8))])
    guard let entries = try fields.objects("keys") else { throw fields.error("keys", "must be an array.") }
    return try entries.map { entry in
      var entry = entry
      let key = (kid: try entry.requiredString("kid"), pem: try entry.requiredString("private_key"))
      try entry.finish()
      return key
    }
  }
}
