import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The client credentials grant` {
  static func ask(_ world: World, scope: String?) throws -> Answer {
    var form = [
      ("grant_type", "client_credentials"), ("client_id", "com.example.app"),
      ("client_secret", try world.secret()),
    ]
    if let scope { form.append(("scope", scope)) }
    return world.post("/auth/token", form)
  }

  @Test(.shows(.migrationToken)) func `gives an access token and nothing else`() throws {
    let answer = try Self.ask(try World(), scope: "user.migration")
    #expect(answer.status == 200)
    #expect(answer.json.members?.map(\.name) == ["access_token", "token_type", "expires_in"])
    #expect(Artefact.kind(of: answer.json["access_token"]?.string ?? "") == "a")
    #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"] == 3600)
  }

  @Test(
    .holds(.scopeMissing, .scopeUnknown),
    arguments: [
      (nil, "invalid_request"), ("", "invalid_request"), ("name", "invalid_scope"),
      ("user.migration x", "invalid_scope"),
    ])
  func `wants the scope user.migration`(scope: String?, error: String) throws {
    #expect(try Self.ask(try World(), scope: scope).text == "{\"error\":\"\(error)\"}")
  }
}
