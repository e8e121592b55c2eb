import Crypto
import JSON

/// What a fresh store begins with.
package struct Seed: Sendable {
  package let teams: [Team]
  /// With their places in the file, such as `teams[0].keys[1]`.
  package let keys: [(path: String, key: ClientKey)]
  package let clients: [Client]
  package let accounts: [Account]
  package let rateLimits: [RateLimit]
  package let faults: [Fault]
  /// Counted from the beginning of the store.
  package let schedule: KeySchedule?
  package let behaviour: BehaviourLayers

  /// A world without anything in it.
  package static let empty = Seed(
    teams: [], keys: [], clients: [], accounts: [], rateLimits: [.documented], faults: [], schedule: nil,
    behaviour: BehaviourLayers())

  private init(
    teams: [Team], keys: [(path: String, key: ClientKey)], clients: [Client], accounts: [Account],
    rateLimits: [RateLimit],
    faults: [Fault], schedule: KeySchedule?, behaviour: BehaviourLayers
  ) {
    self.teams = teams
    self.keys = keys
    self.clients = clients
    self.accounts = accounts
    self.rateLimits = rateLimits
    self.faults = faults
    self.schedule = schedule
    self.behaviour = behaviour
  }

  /// Reads a seed (JSON with `//` comments). Throws `JSONError` with the line, or `FieldErrors` with the path.
  package init(parsing bytes: [UInt8], ids: Artefact) throws {
    var fields = try Fields(try JSON(parsing: bytes, comments: true))
    var teams: [Team] = []
    var keys: [(path: String, key: ClientKey)] = []
    for var entry in try fields.objects("teams") ?? [] {
      let team = try Team(&entry, ids: ids)
      for (index, key) in (try entry.objects("keys") ?? []).enumerated() {
        var key = key
        let path = entry.path("keys[\(index)]")
        keys.append((path, try ClientKey(&key, teamID: team.teamID, ids: ids, made: nil)))
        try key.finish()
      }
      try entry.finish()
      teams.append(team)
    }
    var clients: [Client] = []
    for var entry in try fields.objects("clients") ?? [] {
      clients.append(try Client(&entry))
      try entry.finish()
    }
    var accounts: [Account] = []
    for var entry in try fields.objects("accounts") ?? [] {
      accounts.append(try Account(&entry, ids: ids))
      try entry.finish()
    }
    let limits = try fields.objects("rate_limits").map { entries throws(FieldErrors) in
      try RateLimit.list(entries)
    }
    var faults: [Fault] = []
    for var entry in try fields.objects("faults") ?? [] {
      faults.append(try Fault(&entry))
      try entry.finish()
    }
    let schedule = try fields.object("schedule").map { entry throws(FieldErrors) in
      var entry = entry
      let schedule = try KeySchedule(&entry)
      try entry.finish()
      return schedule
    }
    var behaviour = BehaviourLayers()
    if let sent = fields.value("behaviour"), !sent.isNull {
      guard let members = sent.members else { throw fields.error("behaviour", "must be an object.") }
      try behaviour.set(members, in: .seed, path: "behaviour")
    }
    try fields.finish()
    self.init(
      teams: teams, keys: keys, clients: clients, accounts: accounts, rateLimits: limits ?? [.documented],
      faults: faults, schedule: schedule, behaviour: behaviour)
  }
}
