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
    try recall { try lay(&tables, in: $0) }
    journal.removeAll()
    events.append(.reset)
    scheduler.wake()
  }

  /// Puts the tables in the place of those there are. Chance goes on within the transaction: what was drawn after it from
  /// before would meet its like.
  private func lay(_ tables: inout Fields, in tx: Transaction) throws {
    let before = try tx.boot()
    try tx.removeEverything()
    try checkSettings(&tables)
    try tx.insert(&tables)
    for (index, client) in try tx.clients().enumerated() {
      try check(client, at: tables.path("client[\(index)]"), in: tx)
    }
    try checkRing(tx, &tables)
    // No value that was drawn before may be drawn again, also where the same snapshot is taken up twice.
    let boot = max(before, try tx.boot()) + 1
    try tx.setSetting("boot", to: String(boot))
    settings.random.advance(to: boot)
  }
}
