import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `A sub` {
  let world: World
  init() throws { world = try World() }

  private func sub(_ account: String = "jane", client: String = "com.example.app") throws -> String {
    let user = world.signIn(account: account, client: client, [JSON.Member("flow", "native")]).json["user"]
    return user?.string ?? ""
  }

  @Test(.shows(.subjectShape)) func `has Apple's shape, and ends with hour and minute of the first consent`()
    throws
  {
    #expect(try sub().wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.0800/) != nil)
    let early = try World(at: -1)
    #expect(early.signIn().json["user"]?.string?.hasSuffix(".2359") == true)
    let later = try World(at: World.start + 5 * 3600 + 7 * 60)
    #expect(later.signIn().json["user"]?.string?.hasSuffix(".1307") == true)
  }

  @Test(arguments: [-60, -86_399, -1, 0]) func `has Apple's shape also before 1970`(now: Int) throws {
    #expect(world.admin("PUT", "clock", ["now": .int(now)]).status == 200)
    #expect(try sub().wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.([01]\d|2[0-3])[0-5]\d/) != nil)
  }

  @Test(.shows(.subjectPerTeam)) func `is one for a team, whatever the client, the day, and the scope`()
    throws
  {
    let first = try sub()
    world.clock.now += 100_000
    #expect(try sub(client: "com.example.web") == first)
    let answer = world.signIn([JSON.Member("scope", "")]).json
    #expect(answer["user"]?.string == first)
    let tokens = try world.redeem(world.code()).json
    #expect(try world.verified(tokens["id_token"]?.string)["sub"]?.string == first)
  }

  @Test(.shows(.subjectPerTeam)) func `differs between teams and between people`() throws {
    let all = [try sub(), try sub(client: "com.example.other"), try sub("john"), try sub("max")]
    #expect(Set(all).count == 4)
  }

  @Test func `is the same in two worlds of one random seed, and another with another`() throws {
    let same = try World()
    let other = try World(randomSeed: 2)
    let mine = try sub()
    #expect(same.signIn().json["user"]?.string == mine)
    #expect(other.signIn().json["user"]?.string != mine)
  }
}
