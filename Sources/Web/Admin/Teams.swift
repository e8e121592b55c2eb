import AppleID
import Crypto
import HTTP
import JOSE
import JSON
import Provider
import Store

extension Operation {
  static let teams = [
    Operation("GET", "/admin/teams", "listTeams") { call in
      let list = try call.provider.store.read { tx in
        try tx.teams().map { ($0, try tx.clientKeys(ofTeam: $0.teamID)) }
      }
      let objects = list.map { $0.0.json(keys: $0.1) }
      return .admin(["teams": try call.query.listed(objects, id: "team_id", fields: ["team_id", "name"])])
    },
    Operation("POST", "/admin/teams", "addTeam") { call in
      try call.query.finish()
      var fields = try call.body()
      let team = try Team(&fields, ids: call.provider.identifiers)
      try fields.finish()
      try call.provider.register(team)
      return .admin(team.json(keys: []), status: 201)
    },
    Operation("GET", "/admin/teams/{team_id}", "getTeam") { call in
      try call.query.finish()
      let teamID = call.path("team_id")
      let found = try call.provider.store.read { tx in
        try tx.team(teamID).map { ($0, try tx.clientKeys(ofTeam: teamID)) }
      }
      guard let found else { throw Complaint.notFound("There is no team \(teamID).") }
      return .admin(found.0.json(keys: found.1))
    },
    Operation("DELETE", "/admin/teams/{team_id}", "removeTeam") { call in
      try call.query.finish()
      try call.provider.removeTeam(call.path("team_id"))
      return Response(status: 204)
    },
    Operation("POST", "/admin/teams/{team_id}/keys", "addTeamKey") { call in
      try call.query.finish()
      var fields = try call.body()
      let made = fields.contains("public_key") ? nil : try ECPrivateKey.generate()
      let key = try ClientKey(
        &fields, teamID: call.path("team_id"), ids: call.provider.identifiers, made: made?.publicKey)
      try fields.finish()
      try call.provider.register(key, privateKey: made)
      return .admin(key.json(privateKey: try made?.pem()), status: 201)
    },
    Operation("DELETE", "/admin/teams/{team_id}/keys/{key_id}", "revokeTeamKey") { call in
      try call.query.finish()
      try call.provider.revokeClientKey(call.path("key_id"), ofTeam: call.path("team_id"), in: call.context)
      return Response(status: 204)
    },
  ]
}

extension Team {
  func json(keys: [ClientKey]) -> JSON {
    [
      "team_id": .string(teamID), "name": .string(name),
      "keys": .array(keys.map { $0.json(privateKey: nil) }),
    ]
  }
}

extension ClientKey {
  /// The key; `private_key` is there once, when it was just made.
  func json(privateKey: String?) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member("key_id", .string(keyID)), JSON.Member("team_id", .string(teamID)),
      JSON.Member("public_key", JWK.json(publicKey)),
      JSON.Member("apps", apps.map { .array($0.map { .string($0) }) } ?? .null),
      JSON.Member("revoked_at", revokedAt.map { .int($0) } ?? .null),
    ]
    if let privateKey { members.append(JSON.Member("private_key", .string(privateKey))) }
    return .object(members)
  }
}
