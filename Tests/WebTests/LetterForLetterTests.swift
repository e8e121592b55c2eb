import AppleID
import JSON
import TestSupport
import Testing

/// Unicode has several spellings of one text (`é`), which Swift takes for equal; Apple compares bytes.
@Suite struct `Comparing letter for letter` {
  private static let composed = "https://example.com/caf\u{e9}"
  private static let decomposed = "https://example.com/cafe\u{301}"
  let world: World
  init() throws {
    world = try World()
    _ = world.admin("PATCH", "clients/com.example.web", ["redirect_uris": [.string(Self.composed)]])
  }

  @Test(.holds(.redirectURIMismatch)) func `tells two spellings of a redirect_uri apart`() throws {
    let code = world.code(client: "com.example.web")
    let other = try world.redeem(code, client: "com.example.web", [("redirect_uri", Self.decomposed)])
    expect(
      other,
      is:
        #"{"error":"invalid_grant","error_description":"redirect_uri mismatch. The code was not issued to \#(Self.decomposed)."}"#,
      by: .redirectURIMismatch, in: world)
    let same = try world.redeem(code, client: "com.example.web", [("redirect_uri", Self.composed)])
    #expect(same.status == 200)
  }

  @Test(.holds(.authorizeRedirectURIUnregistered)) func `tells them apart at the authorization, too`() {
    let answer = world.signIn(
      client: "com.example.web", [JSON.Member("redirect_uri", .string(Self.decomposed))])
    #expect(answer.status == 400)
    #expect(answer.text.contains("authorize_redirect_uri_unregistered"))
  }

  @Test(.holds(.clientSecretSubMismatch)) func `tells the Kelvin sign from a K in sub`() throws {
    _ = world.admin(
      "POST", "clients", ["client_id": "com.example.Kit", "team_id": "TEAM000001", "kind": "app"])
    try world.expectRefusal(
      of: world.secret(claims: [("sub", "com.example.\u{212A}it")]), by: .clientSecretSubMismatch,
      hint: "but client_id is com.example.Kit", client: "com.example.Kit")
  }
}
