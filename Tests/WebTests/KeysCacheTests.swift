import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `Caching the key set` {
  @Test(
    .shows(.keySetNotCached),
    arguments: [
      ("no-store", "no-store", "no-cache"), ("none", nil, nil), ("max-age=600", "max-age=600", nil),
    ])
  func `is asked for by keys_cache_control`(value: String, cacheControl: String?, pragma: String?) throws {
    let world = try World()
    world.set("keys_cache_control", .string(value))
    let answer = world.get("/auth/keys")
    #expect(answer.header("Cache-Control") == cacheControl)
    #expect(answer.header("Pragma") == pragma)
    #expect(answer.header("ETag") == nil)
  }

  @Test func `is answered with 304 where the ETag still holds`() throws {
    let world = try World()
    world.set("keys_etag", "on")
    let tag = try #require(world.get("/auth/keys").header("ETag"))
    for sent in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
      let answer = Answer(world.send("GET", "/auth/keys", headers: ["If-None-Match": sent]))
      #expect(answer.status == 304 && answer.body.isEmpty)
      #expect(answer.header("ETag") == tag)
    }
    #expect(Answer(world.send("GET", "/auth/keys", headers: ["If-None-Match": "\"other\""])).status == 200)
    world.set("keys_order", "shuffled")
    #expect(world.get("/auth/keys").header("ETag") == tag)
  }

  @Test func `may be deceived by an ETag that never changes`() throws {
    let world = try World()
    world.set("keys_etag", "stale")
    #expect(world.get("/auth/keys").header("ETag") == "\"keys\"")
    #expect(Answer(world.send("GET", "/auth/keys", headers: ["If-None-Match": "\"keys\""])).status == 304)
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (9, 4)])
  func `of one key is not enough where several sign in turn`(
    signers: Int, expected: Int
  ) throws {
    let world = try World()
    world.set("signers", .int(signers))
    let kids = try (0..<8).map { _ in
      let token = world.signIn().json["identity_token"]?.string ?? ""
      _ = try world.verified(token)
      return token.split(separator: ".").first.map(String.init)
    }
    #expect(Set(kids).count == expected)
  }
}
