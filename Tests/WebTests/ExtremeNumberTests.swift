import JSON
import TestSupport
import Testing

/// Swift ends the process where a number overflows: no number of a caller may come that far.
@Suite struct `An extreme number` {
  let world: World
  init() throws { world = try World() }

  @Test(arguments: [Int.min, -Int.max, Int.max]) func `is refused as a moment, and as a duration`(number: Int)
  {
    let value = JSON.int(number)
    for (method, path, body, field) in [
      ("PUT", "clock", ["now": value], "now"), ("POST", "clock/advance", ["seconds": value], "seconds"),
      ("POST", "client-secrets", ["client_id": "com.example.app", "expires_in_s": value], "expires_in_s"),
    ] as [(String, String, JSON, String)] {
      let answer = world.admin(method, path, body)
      #expect(answer.status == 400)
      #expect(answer.json["errors"]?.array?.first?["field"]?.string == field)
    }
  }

  @Test(arguments: [315_360_000_000, -315_360_000_000]) func `is taken up to ten thousand years`(number: Int)
    throws
  {
    #expect(world.admin("PUT", "clock", ["now": .int(number)]).json["now"] == .int(number))
    #expect(world.admin("PUT", "clock", ["stamps": "clock"]).status == 200)
    #expect(try world.verified(world.signIn().json["identity_token"]?.string)["iat"] == .int(number))
  }

  @Test(arguments: [
    "id_token_lifetime_s", "code_lifetime_s", "refresh_token_idle_s", "secret_skew_s", "signers",
  ])
  func `is taken by a switch`(name: String) throws {
    #expect(world.set(name, .int(.max)).status == 200)
    #expect(world.set(name, .int(.min)).status == 400)
    let code = world.code()
    #expect(world.admin("PUT", "clock", ["now": -315_360_000_000]).status == 200)
    let tokens = try world.redeem(code).json
    let exp = try world.verified(tokens["id_token"]?.string)["exp"]
    #expect(exp == .int(name == "id_token_lifetime_s" ? .max : World.start + 86400))
    #expect(try world.refresh(tokens["refresh_token"]?.string ?? "").status == 200)
    #expect(world.admin("POST", "clock/advance", ["seconds": 315_360_000_000]).status == 200)
  }

  @Test(arguments: ["limit", "after", "count", "wait"]) func `is refused in a query, or means all there is`(
    name: String
  ) {
    _ = world.get("/auth/keys")
    for number in ["9223372036854775807", "9223372036854775808", "-9223372036854775808"] {
      let answer = world.admin("GET", "requests?\(name)=\(number)")
      let isAll = name == "limit" && number == "9223372036854775807"
      #expect(answer.status == (isAll ? 200 : 400))
    }
  }
}
