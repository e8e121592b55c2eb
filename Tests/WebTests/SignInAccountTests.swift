import AppleID
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `The account of a sign-in` {
  let world: World
  init() throws { world = try World() }

  private func expectError(
    _ answer: Answer, _ field: String, _ message: String, at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == 400, sourceLocation: sourceLocation)
    #expect(answer.header("Content-Type") == "application/problem+json", sourceLocation: sourceLocation)
    let error = answer.json["errors"]?.array?.first
    #expect(error?["field"]?.string == field, "\(answer.text)", sourceLocation: sourceLocation)
    #expect(
      error?["message"]?.string?.contains(message) == true, "\(answer.text)", sourceLocation: sourceLocation)
  }

  @Test func `is named by id, e-mail address, sub, or relay address`() {
    let john = world.signIn(account: "john").json
    let sub = john["user"]?.string ?? ""
    for name in ["john", "john@example.com", sub, john["email"]?.string ?? ""] {
      #expect(world.signIn(account: name).json["user"]?.string == sub)
    }
  }

  @Test func `is made on the way`() {
    let new: JSON = ["id": "mary", "email": "mary@example.com", "given_name": "Mary"]
    let answer = world.admin("POST", "sign-ins", ["client_id": "com.example.app", "new_account": new])
    #expect(answer.status == 201)
    #expect(answer.json["email"] == "mary@example.com")
    #expect(answer.json["full_name"] == ["given_name": "Mary", "family_name": .null])
    #expect(world.admin("GET", "accounts/mary").status == 200)
    let again = world.admin("POST", "sign-ins", ["client_id": "com.example.app", "new_account": new])
    #expect(again.status == 409)
  }

  @Test func `is not made where the sign-in is refused`() {
    let body: JSON = [
      "client_id": "com.example.app", "new_account": ["id": "mary"], "scope": "profile",
    ]
    #expect(world.admin("POST", "sign-ins", body).status == 400)
    #expect(world.admin("GET", "accounts/mary").status == 404)
  }

  @Test func `is one that is there, or new, not both`() {
    expectError(world.signIn(account: "nobody"), "account", "is nobody; there is no such account.")
    expectError(
      world.signIn([JSON.Member("new_account", ["id": "mary"])]), "new_account", "exclude each other")
    expectError(
      world.admin("POST", "sign-ins", ["client_id": "com.example.app"]), "account", "is missing")
  }

  @Test(
    arguments: [
      (["mutation_": "expired"], "mutation_", "is unknown"),
      (["hide_email": "yes"], "hide_email", "boolean"),
      (["flow": "mobile"], "flow", "native, web"), (["outcome": "success!"], "outcome", "cancel"),
      (["full_name": "Jane"], "full_name", "object"),
      (["full_name": ["first": "J"]], "full_name.first", "unknown"),
      (["redirect_uri": "https://x"], "redirect_uri", "web flow"), (["scope": ["name"]], "scope", "string"),
      (["client_id": "nobody"], "client_id", "is nobody; there is no such client."),
      (["new_account": ["mail": "x"]], "new_account.mail", "unknown"),
    ] as [(JSON, String, String)])
  func `and every other field is read strictly`(over: JSON, field: String, message: String) {
    let good: [JSON.Member] = [
      JSON.Member("account", "jane"), JSON.Member("client_id", "com.example.app"),
    ]
    let members = over.members ?? []
    var kept = good.filter { member in !members.contains { $0.name == member.name } }
    if members.contains(where: { $0.name == "new_account" }) { kept.removeFirst() }
    expectError(world.admin("POST", "sign-ins", .object(kept + members)), field, message)
  }
}
