import AppleID
import HTTP
import JSON
import Provider

extension Operation {
  static let transfers = [
    Operation("GET", "/admin/transfers", "listTransfers") { call in
      let now = call.context.now
      let list = try call.provider.transfers().map { $0.json(at: now) }
      let fields = ["id", "client_id", "from_team", "to_team", "state"]
      return .admin(["transfers": try call.query.listed(list, id: "id", fields: fields)])
    },
    Operation("POST", "/admin/transfers", "startTransfer") { call in
      try call.query.finish()
      var fields = try call.body()
      let clientID = try fields.requiredString("client_id")
      let teamID = try fields.requiredString("to_team")
      try fields.finish()
      let transfer = try call.provider.transfer(clientID, to: teamID)
      return .admin(transfer.json(at: call.context.now), status: 201)
    },
    Operation("POST", "/admin/transfers/{id}/accept", "acceptTransfer") { call in
      try call.query.finish()
      try call.body().finish()
      let transfer = try call.provider.acceptTransfer(call.path("id"), in: call.context)
      return .admin(transfer.json(at: call.context.now))
    },
  ]
}

extension Transfer {
  fileprivate func json(at now: Int) -> JSON {
    [
      "id": .string(id), "client_id": .string(clientID), "from_team": .string(fromTeam),
      "to_team": .string(toTeam), "state": .string(state(at: now).rawValue),
      "accepted_at": acceptedAt.map { .int($0) } ?? .null, "closes_at": closesAt.map { .int($0) } ?? .null,
    ]
  }
}
