import AppleID
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `A hint` {
  let world: World
  init() throws { world = try World() }

  private func base64(_ text: String) -> String {
    let urlSafe = Base64URL.encode(Array(text.utf8))
    return urlSafe + String(repeating: "=", count: (4 - urlSafe.utf8.count % 4) % 4)
  }

  @Test(.holds(.codeUnknown)) func `recognises a code in base64`() throws {
    #expect(try world.redeem(base64(world.code())).hint == "It is base64-encoded; send it as it came.")
  }

  @Test(.holds(.refreshTokenUnknown)) func `recognises a refresh token in base64`() throws {
    let token = try world.redeem(world.code()).json["refresh_token"]?.string ?? ""
    #expect(try world.refresh(base64(token)).hint == "It is base64-encoded; send it as it came.")
  }

  @Test(.holds(.codeUnknown, .refreshTokenUnknown)) func `recognises the other artefacts`() throws {
    let tokens = try world.redeem(world.code()).json
    let (access, refresh) = (tokens["access_token"]?.string ?? "", tokens["refresh_token"]?.string ?? "")
    #expect(
      try world.redeem(refresh).hint
        == "It is a refresh token: send it as refresh_token, with grant_type=refresh_token.")
    #expect(try world.redeem(access).hint == "It is an access token, which is good for neither.")
    #expect(
      try world.refresh(world.code()).hint
        == "It is an authorization code: send it as code, with grant_type=authorization_code.")
    #expect(try world.redeem(world.secret()).hint == "It is a client_secret.")
    #expect(
      try world.refresh(tokens["id_token"]?.string ?? "").hint
        == "It is an identity token; send the refresh_token that came beside it.")
  }

  @Test(
    .holds(.codeUnknown),
    arguments: [
      ("c1%2Ex", "It is still percent-encoded; encode it once, not twice."),
      ("\"c1\"", "It has white space or quotation marks around or in it."),
      ("c1\n", "It has white space or quotation marks around or in it."),
    ])
  func `recognises damage on the way`(code: String, hint: String) throws {
    #expect(try world.redeem(code).hint == hint)
  }

  @Test(arguments: [
    ("com.example.nobody", true), ("TEAM000001.com.example.app", false), ("com.example.App", false),
    ("TEAM000001.com.example.App", false),
  ])
  func `tells how to register a client that is not known, but not one that is misspelt`(
    client: String, isNew: Bool
  ) throws {
    for hint in [
      try world.redeem("code", client: client).hint, world.authorize([("client_id", client)]).hint,
    ] {
      let command = "Register it: mockapple adopt --client-id \(client) ..."
      #expect(hint.hasSuffix(command) == isNew, "\(hint)")
      #expect(hint.contains("adopt") == isNew)
      #expect(isNew || hint.contains("com.example.app"))
    }
  }

  @Test func `comes with the journal's id`() throws {
    let answer = try world.redeem("garbage")
    let entry = world.admin("GET", "requests/" + (answer.header("X-MockApple-Request") ?? "")).json
    #expect(entry["hint"] == .string(answer.hint))
    #expect(entry["rule"] == "code_unknown")
    #expect(entry["response_body"] == .string(answer.text))
  }
}
