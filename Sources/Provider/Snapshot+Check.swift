import AppleID
import Crypto
import JSON
import Primitives
import Store

/// What a snapshot is held to beyond its rows: settings that can be read, by the readers of a start, and a key that signs.
extension Provider {
  /// The settings that every store has.
  private static let required = ["first_ring", "boot", "ring", "schedule"] + World.settings

  /// Throws `FieldErrors` for a setting that is unknown, lacking, or not what is written here.
  func checkSettings(_ tables: inout Fields) throws {
    // Which are looked at in their own table: to read a key twice takes as long as all the rest.
    let known = Set(
      (tables.value("signing_key")?.array ?? []).compactMap { $0["private_key"]?.string }.map(ByteKey.init))
    var names: Set<String> = []
    for var row in try tables.objects("setting") ?? [] {
      let name = try row.requiredString("name")
      names.insert(name)
      do {
        try Self.check(try row.string("value") ?? "", of: name, known: known)
      } catch let error as UnknownSetting {
        throw row.error("name", error.description)
      } catch {
        throw row.error("value", "of \(name) cannot be read: \(error)")
      }
    }
    if let name = Self.required.first(where: { !names.contains($0) }) {
      throw tables.error("setting", "lacks \(name).")
    }
  }

  /// Throws `FieldErrors` where nothing could be signed, or a kid would stand for two keys.
  func checkRing(_ tx: Transaction, _ tables: inout Fields) throws {
    let ring = try tx.keyRing()
    let now = ring.moment(try tx.world().clock.now(real: settings.clock.now()))
    // A key may sign before it is published, where a rotation wants it so; but it is going to be.
    guard let signer = ring.signers(at: now).last, signer.publishedFrom != nil,
      signer.publishedUntil.map({ now < $0 }) ?? true
    else { throw tables.error("signing_key", "has no key that signs now and is, or will be, published.") }
    var kids: Set<ByteKey> = []
    for key in ring.keys where key.state(at: now) != .withdrawn && !kids.insert(ByteKey(key.kid)).inserted {
      throw Self.twice(key.kid, &tables)
    }
  }

  private static func twice(_ kid: String, _ tables: inout Fields) -> FieldErrors {
    let rows = tables.value("signing_key")?.array ?? []
    let index = rows.lastIndex { $0["kid"]?.string == kid } ?? 0
    return tables.error(
      "signing_key[\(index)].kid", "is \(kid), which another key has that is not withdrawn.")
  }

  private static func check(_ text: String, of name: String, known: Set<ByteKey>) throws {
    switch name {
    case "first_ring":
      let keys = try keys(in: text)
      guard Set(keys.map { ByteKey($0.kid) }).count == keys.count, !keys.isEmpty else {
        throw FieldErrors([FieldError(field: "keys", message: "must be some, each with a kid of its own.")])
      }
      for key in keys where !known.contains(ByteKey(key.pem)) { _ = try RSAPrivateKey(pem: key.pem) }
    case "boot":
      var fields = try Fields(["boot": JSON(parsing: Array(text.utf8))])
      guard try fields.number("boot", 0...(1 << 53)) != nil else { throw fields.error("boot", "is missing.") }
    case "ring": _ = try Transaction.reached(text)
    case "schedule": _ = try KeySchedule(stored: text)
    case AutoSignIn.setting: _ = try AutoSignIn(stored: text)
    case _ where World.settings.contains(name):
      var world = World()
      try world.read(text, of: name)
    default: throw UnknownSetting(name: name)
    }
  }

  /// A setting that nothing here stores, or that is in no snapshot.
  private struct UnknownSetting: Error, CustomStringConvertible {
    let name: String
    var description: String {
      name == "ca" ? "is ca: a certificate authority stays where it was made." : "is \(name), which is none."
    }
  }
}
