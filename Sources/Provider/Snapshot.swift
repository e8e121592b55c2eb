import AppleID
import Crypto
package import JSON
import Store
import Synchronization

/// A copy of everything the store holds, as JSON: `{format, schema, tables}`. The journal is not in it.
extension Provider {
  private static let format = "mockapple"

  /// The snapshot's text; nobody changes anything while it is taken.
  package func snapshot() throws -> String {
    let tables = try store.read { tx in
      try Transaction.tableNames.map { JSON.string($0).text() + ":" + (try tx.json(of: $0)) }
    }
    let head = "{\"format\":\"\(Self.format)\",\"schema\":\(Transaction.schemaVersion),\"tables\":{"
    return head + tables.joined(separator: ",") + "}}"
  }

  /// Takes up a snapshot in the place of everything there is. It is checked whole first: throws `FieldErrors`, and then
  /// nothing has changed.
  package func load(_ snapshot: JSON) throws {
    var fields = try Fields(snapshot)
    guard try fields.string("format") == Self.format else {
      throw fields.error("format", "must be \"\(Self.format)\".")
    }
    guard try fields.int("schema") == Transaction.schemaVersion else {
      throw fields.error("schema", "must be \(Transaction.schemaVersion), that of this version.")
    }
    guard var tables = try fields.object("tables") else { throw fields.error("tables", "is missing.") }
    try fields.finish()
    try recall { try lay(&tables, at: fields) }
    journal.removeAll()
    autoSignIn = settings.autoSignIn
    events.append("reset")
    scheduler.wake()
  }

  /// Puts the tables in the place of those there are. Chance goes on within the transaction: what was drawn after it from
  /// before would meet its like.
  private func lay(_ tables: inout Fields, at fields: Fields) throws {
    try store.write { tx in
      try tx.removeEverything()
      for name in Transaction.tableNames {
        guard let rows = try tables.objects(name) else { continue }
        try Self.check(rows, columns: tx.columns(of: name))
        do {
          try tx.insert(json: JSON.array(tables.value(name)?.array ?? []).text(), into: name)
        } catch let misfit as Misfit {
          throw tables.error(name, "does not fit: \(misfit.reason).")
        }
      }
      try tables.finish()
      settings.random.advance(to: try Self.check(tx, at: fields))
      courier.removeAll()
    }
  }

  private static func check(_ rows: [Fields], columns: [String]) throws {
    for var row in rows {
      for column in columns { _ = row.value(column) }
      try row.finish()
    }
  }

  /// Reads what the provider will read, so that a snapshot that cannot be lived with is refused while it still can be.
  /// Gives the number of the boot that goes on from it: no value that was drawn before may be drawn again.
  private static func check(_ tx: Transaction, at fields: Fields) throws -> UInt64 {
    do {
      for key in try tx.keyRing().keys { _ = try RSAPrivateKey(pem: key.privateKey) }
      for team in try tx.teams() { _ = try tx.clientKeys(ofTeam: team.teamID) }
      _ = try tx.world()
    } catch {
      throw fields.error("tables", "cannot be read back: \(error)")
    }
    guard try tx.setting("first_ring") != nil else {
      throw fields.error("tables.setting", "lacks first_ring.")
    }
    let boot = (try tx.setting("boot").flatMap { UInt64($0) } ?? 0) + 1
    try tx.setSetting("boot", to: String(boot))
    return boot
  }
}
