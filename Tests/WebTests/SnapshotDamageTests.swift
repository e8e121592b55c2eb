import AppleID
import Crypto
import JSON
import TestSupport
import Testing

@Suite struct `A snapshot that nobody here could have made` {
  /// What is done to the tables of a good snapshot, and the field that is complained of.
  struct Damage: Sendable, CustomTestStringConvertible {
    let field: String
    let change: @Sendable (JSON) -> JSON

    /// Another value in a column of a table's first row; nil takes the column away.
    init(_ column: String, _ value: JSON?, of table: String, at path: String? = nil) {
      self.init("\(table)[0].\(path ?? column)") { tables in
        let rows = tables[table]?.array ?? []
        return tables.with(table, .array([rows[0].with(column, value)] + rows.dropFirst()))
      }
    }

    /// Another text in the place of a setting's.
    init(setting name: String, _ text: String) {
      self.init("setting.\(name)") { tables in
        let rows = tables["setting"]?.array ?? []
        return tables.with(
          "setting", .array(rows.map { $0["name"]?.string == name ? $0.with("value", .string(text)) : $0 }))
      }
    }

    /// Every row of a table, changed.
    init(_ field: String, every table: String, _ change: @escaping @Sendable (JSON) -> JSON) {
      self.init(field) { $0.with(table, .array(($0[table]?.array ?? []).map(change))) }
    }

    init(_ field: String, _ change: @escaping @Sendable (JSON) -> JSON) {
      self.field = "tables." + field
      self.change = change
    }

    var testDescription: String { field }
  }

  static let tables: [Damage] = [
    Damage("moon") { $0.with("moon", []) },
    Damage("notification") { $0.with("notification", nil) },
    Damage("team[0].colour") { $0.with("team", [["team_id": "T", "name": "N", "colour": "red"]]) },
    Damage("client_key[0].team_id") { $0.with("team", []) },
    Damage("team[2].team_id") { tables in
      let rows = tables["team"]?.array ?? []
      return tables.with("team", .array(rows + [rows[0]]))
    },
    Damage("name", nil, of: "team"), Damage("name", .null, of: "team"), Damage("team_id", .null, of: "team"),
    Damage("team_id", "a b", of: "team"),
    Damage("public_key", "{}", of: "client_key"), Damage("private_key", "nonsense", of: "client_key"),
    Damage("apps", #""all""#, of: "client_key"),
    Damage("kind", "banana", of: "client"), Damage("redirect_uris", "notjson", of: "client"),
    Damage("redirect_uris", #"["nowhere"]"#, of: "client", at: "redirect_uris[0]"),
    Damage("domains", "null", of: "client"),
    Damage("leniencies", "{", of: "client"),
    Damage("leniencies", #"["nope"]"#, of: "client", at: "leniencies[0]"),
    Damage("notification_url", "x", of: "client"), Damage("primary", "com.example.moon", of: "client"),
    Damage("real_user_status", 9, of: "account"), Damage("email", 5, of: "account"),
    Damage("email", "nobody", of: "account"), Damage("email_verified", "x", of: "account"),
    Damage("hide_email", 2, of: "account"), Damage("hide_email", true, of: "account"),
    Damage("deleted_at", .int(.min), of: "account"),
    Damage("account", "nobody", of: "consent"), Damage("account", "nobody", of: "user_identifier"),
    Damage("account", "nobody", of: "authorization_code"),
    Damage("account", "nobody", of: "refresh_token"),
    Damage("code_challenge_method", "S512", of: "authorization_code"),
    Damage("code_challenge", "x", of: "authorization_code"),
    Damage("revoked_by", "nobody", of: "refresh_token"), Damage("issued_at", 1.5, of: "refresh_token"),
    Damage("state", "lost", of: "notification"),
    Damage("attempts", "[{}]", of: "notification", at: "attempts[0].at"),
    Damage("mutation", "other", of: "notification"), Damage("failures", -1, of: "notification"),
    Damage("failures", 11, of: "notification"), Damage("position", 0, of: "notification"),
    Damage("private_key", .string((try? ECPrivateKey.generate().pem()) ?? ""), of: "client_key"),
    Damage("sub", "", of: "user_identifier"),
    Damage("primary", "com.example.other", of: "client"),
  ]

  static let keys: [Damage] = [
    Damage("signing_key") { $0.with("signing_key", []) },
    Damage("signing_key") { $0.with("signing_key", nil) },
    Damage("signing_key", every: "signing_key") {
      $0.with("published_from", .null).with("signs_from", .null)
    },
    Damage("signing_key", every: "signing_key") { $0.with("published_from", .null) },
    Damage("signing_key", every: "signing_key") { $0.with("published_until", 1) },
    Damage("signing_key[0].private_key", every: "signing_key") { $0.with("private_key", "nonsense") },
    Damage("signing_key[15].kid", every: "signing_key") { $0.with("kid", "SAME") },
    Damage("kid", "", of: "signing_key"),
    Damage("signing_key[1].position", every: "signing_key") { $0.with("position", 1) },
  ]

  static let settings: [Damage] =
    [
      Damage("setting") { $0.with("setting", []) },
      Damage("setting") { tables in
        tables.with(
          "setting", .array((tables["setting"]?.array ?? []).filter { $0["name"]?.string != "faults" }))
      },
      Damage("setting[0].name", every: "setting") { $0.with("name", "moon") },
      Damage(setting: "clock", #"{"offset":"x","frozen_at":null,"stamps":"real"}"#),
      Damage(setting: "clock", #"{"offset":0,"frozen_at":null,"stamps":"sun"}"#),
      Damage(setting: "clock", #"{"offset":9223372036854775807,"frozen_at":null,"stamps":"real"}"#),
      Damage(setting: "boot", "18446744073709551615"), Damage(setting: "first_ring", "[]"),
      Damage(setting: "first_ring", #"[{"kid":"K","private_key":"x"}]"#),
      Damage(setting: "incidents", #"["2038"]"#), Damage(setting: "era", "2038"),
      Damage(setting: "faults", #"[{"endpoint":"token"}]"#), Damage(setting: "rate_limits", "[{}]"),
      Damage(setting: "behaviour.patch", #"{"moon":1}"#),
      Damage(setting: "schedule", #"{"plan":"graceful"}"#), Damage(setting: "ring", #"{"skew":null}"#),
    ]
    + [
      "first_ring", "boot", "ring", "schedule", "clock", "rate_limits", "incidents", "faults", "era",
    ].map { Damage(setting: $0, "{}") }

  @Test(arguments: tables + keys + settings) func `is refused, and nothing changes`(damage: Damage) throws {
    let world = try World()
    _ = try world.redeem(world.code())
    let code = world.code()
    #expect(
      world.admin(
        "POST", "notifications", ["account": "jane", "client_id": "com.example.app", "type": "email-enabled"]
      )
      .status == 201)
    let good = world.admin("GET", "snapshot").json
    let answer = world.admin("PUT", "snapshot", good.with("tables", damage.change(good["tables"] ?? .null)))
    #expect(answer.status == 400, "\(answer.text)")
    let field = answer.json["errors"]?.array?.first?["field"]?.string ?? ""
    if damage.field.hasPrefix("tables.setting."), let rows = good["tables"]?["setting"]?.array {
      let index = rows.firstIndex { $0["name"]?.string == String(damage.field.dropFirst(15)) } ?? -1
      #expect(field == "tables.setting[\(index)].value")
    } else {
      #expect(field == damage.field)
    }
    #expect(world.admin("GET", "snapshot").json == good)
    #expect(try world.redeem(code).status == 200)
  }

  @Test(
    arguments: [("format", "other"), ("schema", 99), ("tables", nil), ("colour", "red")] as [(String, JSON?)])
  func `has another head`(member: String, value: JSON?) throws {
    let world = try World()
    let answer = world.admin("PUT", "snapshot", world.admin("GET", "snapshot").json.with(member, value))
    #expect(answer.status == 400)
    #expect(answer.json["errors"]?.array?.first?["field"]?.string == member)
  }
}
