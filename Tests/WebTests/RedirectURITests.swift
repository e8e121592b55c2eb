import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The redirect_uri of a token request` {
  let world: World
  init() throws { world = try World() }

  @Test(
    .holds(.redirectURIMismatch),
    arguments: [
      "http://localhost:3000/callback/", "https://localhost:3000/callback", "http://localhost/callback",
      "http://localhost:3000/Callback", "http://LOCALHOST:3000/callback", "http://localhost:3000/callback?",
      "http%3A%2F%2Flocalhost%3A3000%2Fcallback", " http://localhost:3000/callback", "x",
    ])
  func `is that of the authorization, letter for letter`(uri: String) throws {
    let code = world.code(client: "com.example.web")
    let answer = try world.redeem(code, client: "com.example.web", [("redirect_uri", uri)])
    expect(
      answer,
      is: #"{"error":"invalid_grant","error_description":"redirect_uri mismatch. The code was not issued to "#
        + uri + #"."}"#, by: .redirectURIMismatch, in: world)
    #expect(try world.redeem(code, client: "com.example.web").status == 200)
  }

  @Test(.holds(.redirectURIMismatch)) func `is left out for a native code`() throws {
    let code = world.code()
    let answer = try world.redeem(code, [("redirect_uri", "https://example.com/cb")])
    expect(
      answer,
      is:
        #"{"error":"invalid_grant","error_description":"redirect_uri mismatch. The code was not issued to https://example.com/cb."}"#,
      by: .redirectURIMismatch, in: world)
    #expect(answer.hint.contains("native flow"))
    #expect(try world.redeem(code, [("redirect_uri", "")]).status == 200)
  }

  @Test(.holds(.redirectURIMissing), arguments: [nil, ""]) func `is wanted for a web code`(uri: String?)
    throws
  {
    let code = world.code(client: "com.example.web")
    let answer = try world.redeem(code, client: "com.example.web", [("redirect_uri", uri)])
    expect(answer, is: #"{"error":"invalid_grant"}"#, by: .redirectURIMissing, in: world)
    #expect(answer.hint.hasPrefix("redirect_uri is missing; the code was issued to \(World.redirectURI)."))
  }

  @Test(.holds(.redirectURIMissing, .redirectURIMismatch))
  func `may be missing with the leniency, but not differ`() throws {
    world.allow(
      ["http-redirect", "localhost-redirect", "missing-redirect-uri"], client: "com.example.web")
    let code = world.code(client: "com.example.web")
    let wrong = try world.redeem(code, client: "com.example.web", [("redirect_uri", "https://x.example/")])
    #expect(wrong.json["error"] == "invalid_grant")
    #expect(try world.redeem(code, client: "com.example.web", [("redirect_uri", nil)]).status == 200)
    #expect(
      world.lastRequest["leniencies"]?.array?.first?.string?.hasPrefix(
        "missing-redirect-uri: Apple would have refused this: redirect_uri is missing;") == true)
  }

  @Test(.holds(.redirectURIMissing)) func `is told as forgiven only where it was`() throws {
    world.allow(
      ["http-redirect", "localhost-redirect", "missing-redirect-uri"], client: "com.example.web")
    #expect(try world.redeem(world.code(client: "com.example.web"), client: "com.example.web").status == 200)
    #expect(world.lastRequest["leniencies"] == [])
  }
}
