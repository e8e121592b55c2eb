import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// The sample's app on its way from the first team to the second, which has a key now.
struct Moving {
  static let from = "TEAM000001"
  static let to = "TEAM000002"
  static let window = 60 * 86400

  let world: World
  let key: ECPrivateKey
  let id: String

  init(world: World? = nil, starting: Bool = true) throws {
    let world = try world ?? World()
    self.world = world
    let made = world.admin("POST", "teams/\(Self.to)/keys", ["key_id": "KEY0000002"]).json
    key = try ECPrivateKey(pem: made["private_key"]?.string ?? "")
    id =
      starting
      ? world.admin("POST", "transfers", ["client_id": "com.example.app", "to_team": .string(Self.to)])
        .json["id"]?.string ?? "not started" : ""
  }

  /// The recipient accepts.
  @discardableResult
  func accept() -> Answer { world.admin("POST", "transfers/\(id)/accept") }

  /// A secret of the receiving team.
  func newSecret(_ client: String = "com.example.app") throws -> String {
    try world.secret(client, claims: [("iss", .string(Self.to))], header: [("kid", "KEY0000002")], key: key)
  }

  /// A person's identifier, by a sign-in.
  func sub(_ account: String = "jane") -> String {
    world.signIn(account: account).json["user"]?.string ?? "no sub"
  }

  /// The team's own access token.
  func teamToken(secret: String? = nil) throws -> String {
    let answer = world.post(
      "/auth/token",
      [
        ("grant_type", "client_credentials"), ("scope", "user.migration"), ("client_id", "com.example.app"),
        ("client_secret", try secret ?? world.secret()),
      ])
    return answer.json["access_token"]?.string ?? "no token: \(answer.text)"
  }

  /// Asks as the sending team does, with other parameters laid over (nil takes one away).
  func send(_ sub: String, bearer: String?, _ over: [(String, String?)] = []) throws -> Answer {
    try ask(
      [
        ("sub", sub), ("target", Self.to), ("client_id", "com.example.app"),
        ("client_secret", try world.secret()),
      ], over, bearer: bearer)
  }

  /// Asks as the receiving team does.
  func receive(_ transferSub: String, bearer: String? = nil, _ over: [(String, String?)] = []) throws
    -> Answer
  {
    try ask(
      [
        ("transfer_sub", transferSub), ("client_id", "com.example.app"), ("client_secret", try newSecret()),
      ], over, bearer: bearer)
  }

  private func ask(_ good: [(String, String?)], _ over: [(String, String?)], bearer: String?) throws -> Answer
  {
    let kept = good.filter { pair in !over.contains { $0.0 == pair.0 } }
    let form = (kept + over).compactMap { name, value in value.map { (name, $0) } }
    return world.post(
      "/auth/usermigrationinfo", form, headers: bearer.map { ["Authorization": "Bearer \($0)"] } ?? [:])
  }

  /// The `transfer_sub` that the sending team gets for a person.
  func transferSub(_ sub: String) throws -> String {
    let answer = try send(sub, bearer: try teamToken())
    return answer.json["transfer_sub"]?.string ?? "no transfer_sub: \(answer.text) \(answer.hint)"
  }

  /// Expects Apple's bare refusal by a rule.
  func expect(
    _ answer: Answer, _ error: String, by rule: String, hint: String = "",
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == 400, sourceLocation: sourceLocation)
    #expect(answer.text == #"{"error":"\#(error)"}"#, sourceLocation: sourceLocation)
    #expect(answer.hint.contains(hint), "\(answer.hint)", sourceLocation: sourceLocation)
    #expect(world.lastRequest["rule"]?.string == rule, sourceLocation: sourceLocation)
  }
}
