import JSON
import Provider
import SQL
import Store
import TestSupport
import Testing

/// A store that was edited by hand, or damaged: whatever is asked of it, nothing is read as something else.
@Suite struct `A store that holds what nothing here wrote` {
  /// What is done to the rows, who reads it, and where it is said to stand.
  struct Damage: Sendable, CustomTestStringConvertible {
    let change: String
    let place: String
    let ask: @Sendable (World, [String: String]) throws -> Answer

    init(
      _ change: String, _ place: String,
      _ ask: @escaping @Sendable (World, [String: String]) throws -> Answer
    ) {
      self.change = change
      self.place = place
      self.ask = ask
    }

    var testDescription: String { change }
  }

  private static func get(_ path: String) -> @Sendable (World, [String: String]) -> Answer {
    { world, _ in world.admin("GET", path) }
  }
  private static let redeem: @Sendable (World, [String: String]) throws -> Answer = { world, made in
    try world.redeem(made["code"] ?? "")
  }
  private static let refresh: @Sendable (World, [String: String]) throws -> Answer = { world, made in
    try world.refresh(made["refresh"] ?? "")
  }
  private static let mint: @Sendable (World, [String: String]) throws -> Answer = { world, _ in
    world.admin("POST", "client-secrets", ["client_id": "com.example.app"])
  }

  static let damages =
    [
      ("kind", "'banana'"), ("redirect_uris", "'{'"), ("redirect_uris", "'[1]'"), ("redirect_uris", "'null'"),
      ("domains", "'{}'"), ("email_sources", "'x'"), ("leniencies", "'[\"nope\"]'"), ("leniencies", "'null'"),
      ("name", "CAST(x'ff' AS TEXT)"),
    ].map { column, value in
      Damage(
        "UPDATE client SET \(column) = \(value) WHERE client_id = 'com.example.app'",
        "table client, row client_id \"com.example.app\", column \(column) ", get("clients"))
    }
    + [
      Damage(
        "UPDATE client_key SET public_key = '{}'",
        "table client_key, row key_id \"KEY0000001\", column public_key ", get("teams/TEAM000001")),
      Damage(
        "UPDATE client_key SET public_key = 'x'",
        "table client_key, row key_id \"KEY0000001\", column public_key ", get("teams/TEAM000001")),
      Damage(
        "UPDATE client_key SET apps = '7'", "table client_key, row key_id \"KEY0000001\", column apps ",
        get("teams/TEAM000001")),
      Damage(
        "UPDATE client_key SET private_key = 'x'",
        "table client_key, row key_id \"KEY0000001\", column private_key ", mint),
      Damage(
        "UPDATE account SET email_verified = 2 WHERE id = 'jane'",
        "table account, row id \"jane\", column email_verified is 2", get("accounts")),
      Damage(
        "UPDATE account SET hide_email = -1 WHERE id = 'jane'",
        "table account, row id \"jane\", column hide_email ", get("accounts/jane")),
      Damage(
        "UPDATE consent SET name = 5",
        "table consent, row account \"jane\", group \"com.example.app\", column name ",
        get("accounts/jane/consents")),
      Damage(
        "UPDATE notification SET state = 'banana'",
        "table notification, row position 1, column state is \"banana\", none of pending, ",
        get("notifications")),
      Damage(
        "UPDATE notification SET mutation = 'banana'", "table notification, row position 1, column mutation ",
        get("notifications")),
      Damage(
        "UPDATE notification SET attempts = '{'",
        "table notification, row position 1, column attempts is no JSON", get("notifications")),
      Damage(
        "UPDATE notification SET attempts = '[{\"at\":1}]'",
        "table notification, row position 1, column attempts ", get("notifications")),
      Damage(
        "UPDATE notification SET is_url_given = 3",
        "table notification, row position 1, column is_url_given ", get("notifications")),
      Damage(
        "UPDATE authorization_code SET revoked_by = 'banana'", "column revoked_by is \"banana\"", redeem),
      Damage(
        "UPDATE authorization_code SET code_challenge = 'x'", "column code_challenge_method is NULL", redeem),
      Damage(
        "UPDATE authorization_code SET code_challenge = 'x', code_challenge_method = 's256'",
        "column code_challenge_method is \"s256\", none of plain, S256", redeem),
      Damage(
        "UPDATE refresh_token SET revoked_by = 'banana'", "column revoked_by is \"banana\"", refresh),
      Damage(
        "UPDATE signing_key SET private_key = 'x'", "table signing_key, row kid \"",
        { world, _ in
          world.get("/auth/keys")
        }),
      Damage(
        "INSERT INTO setting (name, value) VALUES ('auto_sign_in', '[]')",
        "table setting, row name \"auto_sign_in\", column value ", get("auto-sign-in")),
    ]

  @Test(arguments: damages) func `is told with table, row and column`(damage: Damage) throws {
    let folder = Folder()
    let path = folder.file("store.sqlite")
    var made: [String: String] = [:]
    do {
      let world = try World(path: path)
      world.register()
      #expect(
        world.admin(
          "POST", "notifications",
          ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"]
        ).status == 201)
      let tokens = try world.redeem(world.code()).json
      made = [
        "refresh": tokens["refresh_token"]?.string ?? ""
      ]
      made["code"] = world.code()
    }
    #expect(try Connection(path: path).run(SQL(stringLiteral: damage.change)) > 0)
    let answer = try damage.ask(try World(path: path), made)
    #expect(answer.status == 500)
    let said = answer.json["detail"]?.string ?? answer.hint
    #expect(said.contains("The store was damaged or edited: "), "\(said)")
    #expect(said.contains(damage.place), "\(said)")
  }

  @Test(arguments: [
    "clock", "rate_limits", "era", "incidents", "faults", "behaviour.default", "behaviour.seed",
    "behaviour.patch",
    "ring", "schedule", "boot",
  ]) func `keeps a server from starting, and is told`(setting: String) throws {
    let folder = Folder()
    let path = folder.file("store.sqlite")
    do { _ = try World(path: path) }
    #expect(try Connection(path: path).run("UPDATE setting SET value = 'x' WHERE name = \(setting)") == 1)
    let error = #expect(throws: StoredValueError.self) { try World(path: path) }
    #expect(error?.table == "setting")
    #expect(error?.row == "name \"\(setting)\"")
    #expect(error?.column == "value")
  }

  @Test func `holds up nothing else: notifications, clock and keys go on`() throws {
    let folder = Folder()
    let path = folder.file("store.sqlite")
    func send(_ world: World) {
      let body: JSON = ["account": "jane", "client_id": "com.example.app", "type": "consent-revoked"]
      #expect(world.admin("POST", "notifications", body).status == 201)
    }
    do {
      let world = try World(path: path)
      world.register()
      send(world)
    }
    #expect(try Connection(path: path).run("UPDATE notification SET attempts = '{'") == 1)
    let world = try World(path: path)
    // Told once, and then set aside.
    #expect(throws: (any Error).self) { try world.catchUp() }
    try world.catchUp()
    send(world)
    try world.catchUp()
    #expect(world.receivers.posted.count == 1)
    #expect(world.admin("POST", "clock/advance", ["seconds": 864_000]).status == 200)
    #expect(world.get("/auth/keys").status == 200)
  }

  @Test func `is told by a reset, too, which changes nothing then`() throws {
    let world = try World()
    try world.provider.store.write { try $0.setSetting("first_ring", to: "[{}]") }
    let answer = world.admin("POST", "reset")
    #expect(answer.status == 500)
    #expect(answer.json["detail"]?.string?.contains("table setting, row name \"first_ring\"") == true)
    #expect(world.admin("GET", "accounts").json["accounts"]?.array?.count == 3)
  }
}
