import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The clock` {
  let world: World
  init() throws { world = try World() }

  private var clock: JSON { world.admin("GET", "clock").json }
  private func put(_ body: JSON) -> JSON { world.admin("PUT", "clock", body).json }
  private func claims() throws -> JSON { try world.verified(world.signIn().json["identity_token"]?.string) }

  @Test func `is the real one at first`() {
    #expect(clock.text() == #"{"now":1800000000,"offset_s":0,"frozen":false,"stamps":"real"}"#)
    world.clock.now += 7
    #expect(clock["now"] == 1_800_000_007)
  }

  @Test func `is advanced, and runs on`() {
    let answer = world.admin("POST", "clock/advance", ["seconds": 300])
    #expect(answer.status == 200)
    #expect(answer.json["now"] == .int(World.start + 300))
    world.clock.now += 10
    #expect(clock["now"] == .int(World.start + 310))
    #expect(clock["offset_s"] == 300)
    _ = world.admin("POST", "clock/advance", ["seconds": -400])
    #expect(clock["now"] == .int(World.start - 90))
  }

  @Test(
    arguments: [
      (1_798_761_600, 1_798_761_600), ("2027-01-01T00:00:00Z", 1_798_761_600),
      ("2027-01-01T01:30:00+01:30", 1_798_761_600), (0, 0), (-1, -1), ("1969-12-31T23:59:59Z", -1),
    ] as [(JSON, Int)])
  func `is set`(moment: JSON, now: Int) {
    #expect(put(["now": moment])["now"] == .int(now))
    world.clock.now += 5
    #expect(clock["now"] == .int(now + 5))
  }

  @Test func `stands still while frozen, and goes on from there`() {
    #expect(put(["frozen": true])["frozen"] == true)
    world.clock.now += 1000
    #expect(clock["now"] == .int(World.start))
    #expect(world.admin("POST", "clock/advance", ["seconds": 5]).json["now"] == .int(World.start + 5))
    #expect(put(["now": 77])["now"] == 77)
    #expect(put(["frozen": false])["now"] == 77)
    world.clock.now += 3
    #expect(clock["now"] == 80)
  }

  @Test func `is real again when it is deleted`() {
    _ = put(["now": 5, "frozen": true, "stamps": "clock"])
    #expect(world.admin("DELETE", "clock").status == 204)
    #expect(clock == ["now": .int(World.start), "offset_s": 0, "frozen": false, "stamps": "real"])
  }

  @Test func `leaves what goes to a backend in real time`() throws {
    _ = world.admin("POST", "clock/advance", ["seconds": 86400])
    let claims = try claims()
    #expect(claims["iat"] == .int(World.start))
    #expect(claims["exp"] == .int(World.start + 86400))
    #expect(claims["auth_time"] == .int(World.start))
    #expect(try world.redeem(world.code()).status == 200)
  }

  @Test func `stamps what goes to a backend where stamps is clock`() throws {
    _ = world.admin("POST", "clock/advance", ["seconds": 86400])
    _ = put(["stamps": "clock"])
    let claims = try claims()
    #expect(claims["iat"] == .int(World.start + 86400))
    #expect(claims["exp"] == .int(World.start + 172_800))
    #expect(claims["auth_time"] == .int(World.start + 86400))
  }

  @Test(.holds(.clientSecretExpired)) func `lets a six-month secret die`() throws {
    let secret = try world.secret(claims: [("exp", .int(World.start + 15_777_000))])
    let code = world.code()
    _ = world.admin("POST", "clock/advance", ["seconds": 15_776_999])
    _ = put(["stamps": "clock"])
    #expect(try world.redeem(world.code(), [("client_secret", secret)]).status == 200)
    _ = world.admin("POST", "clock/advance", ["seconds": 1])
    let answer = try world.redeem(code, [("client_secret", secret)])
    #expect(answer.text == #"{"error":"invalid_client"}"#)
    #expect(world.lastRequest["rule"] == "client_secret_expired")
    _ = put(["stamps": "real"])
    #expect(try world.redeem(world.code(), [("client_secret", secret)]).status == 200)
  }

  @Test(.holds(.codeUsed)) func `moved back undoes nothing`() throws {
    let code = world.code()
    _ = world.admin("POST", "clock/advance", ["seconds": 100])
    #expect(try world.redeem(code).status == 200)
    for seconds in [-100, -100_000] {
      _ = world.admin("POST", "clock/advance", ["seconds": .int(seconds)])
      #expect(try world.redeem(code).status == 400)
      #expect(world.lastRequest["rule"] == "code_used")
    }
    #expect(world.signIn().json["email"] == .null)
    let late = world.code()
    _ = put(["now": .int(World.start + 10_000)])
    #expect(try world.redeem(late).status == 400)
  }
}
