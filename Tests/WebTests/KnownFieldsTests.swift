import JSON
import Sample
import TestSupport
import Testing

@Suite struct `An unknown field of the admin API` {
  /// A good body for the operations that want one, and values for the parameters of the paths.
  private static let bodies: [String: JSON] = [
    "addClient": ["client_id": "a", "team_id": "TEAM000001", "kind": "app"],
    "startTransfer": ["client_id": "com.example.app", "to_team": "TEAM000002"],
    "signIn": ["client_id": "com.example.app", "account": "jane"], "setAutoSignIn": ["account": "jane"],
    "mintClientSecret": ["client_id": "com.example.app"], "explainClientSecret": ["client_secret": "x"],
    "advanceClock": ["seconds": 1], "setEra": ["era": .null], "setRateLimits": ["rate_limits": []],
    "mintIdentityToken": ["client_id": "com.example.app", "account": "jane"],
    "setForwarding": ["enabled": true], "relayMail": ["from": "a@b.example", "to": "c@d.example"],
    "sendNotification": ["client_id": "com.example.app", "account": "jane", "type": "email-disabled"],
    "setKeySchedule": ["every_s": 60], "addFault": ["endpoint": "keys", "effect": ["type": "reset"]],
  ]
  private static let path = [
    "team_id": "TEAM000001", "client_id": "com.example.web", "id": "jane", "name": "keys-503",
  ]
  /// What is read only to say why it cannot be: an id in a change, a key in a schedule.
  private static let refused: Set = ["id", "client_id", "team_id", "kid"]

  /// Method, path and described fields of each operation with a body, by its name.
  private static func described() throws -> [(name: String, method: String, path: String, fields: [String])] {
    let document = try JSON(parsing: Array(Sample.openAPI.utf8))
    return (document["paths"]?.members ?? []).flatMap { path in
      (path.value.members ?? []).compactMap { operation in
        guard var schema = operation.value["requestBody"]?["content"]?["application/json"]?["schema"] else {
          return nil
        }
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
          schema = document["components"]?["schemas"]?[String(name)] ?? .null
        }
        return (
          operation.value["operationId"]?.string ?? "", operation.name.uppercased(), path.name,
          schema["properties"]?.members?.map(\.name) ?? []
        )
      }
    }
  }

  @Test func `is told with all that are known, as they are described`() throws {
    let operations = try Self.described().filter { $0.name != "loadSnapshot" }
    #expect(operations.count > 20)
    for (name, method, path, fields) in operations {
      let segments = path.dropFirst("/admin/".count).split(separator: "/").map {
        $0.hasPrefix("{") ? Self.path[String($0.dropFirst().dropLast())] ?? "" : String($0)
      }
      let body = (Self.bodies[name] ?? [:]).with("zz", 1)
      let answer = try World().admin(method, segments.joined(separator: "/"), body)
      let errors = answer.json["errors"]?.array ?? []
      #expect(answer.status == 400 && errors.map { $0["field"] } == ["zz"], "\(name): \(answer.text)")
      let message = errors.first?["message"]?.string ?? ""
      let known = message.dropLast().split(separator: ": ").dropFirst().first?.split(separator: ", ") ?? []
      let more = Set(known.map(String.init)).symmetricDifference(fields)
      let isSpecial = method == "PATCH" || name == "setKeySchedule"
      #expect(more.subtracting(isSpecial ? Self.refused : []) == [], "\(name): \(message)")
    }
  }
}
