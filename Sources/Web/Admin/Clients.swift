import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let clients = [
    Operation("GET", "/admin/clients", "listClients") { call in
      let list = try call.provider.store.read { try $0.clients() }
      let fields = ["client_id", "team_id", "kind", "primary", "name", "notification_url"]
      return .admin(["clients": try call.query.listed(list.map(\.json), id: "client_id", fields: fields)])
    },
    Operation("POST", "/admin/clients", "addClient") { call in
      try call.query.finish()
      var fields = try call.body()
      let client = try AppleID.Client(&fields)
      try fields.finish()
      try call.provider.register(client)
      return .admin(client.json, status: 201)
    },
    Operation("GET", "/admin/clients/{client_id}", "getClient") { call in
      try call.query.finish()
      let clientID = call.path("client_id")
      guard let client = try call.provider.store.read({ try $0.client(clientID) }) else {
        throw Complaint.notFound("There is no client \(clientID).")
      }
      return .admin(client.json)
    },
    Operation("PATCH", "/admin/clients/{client_id}", "changeClient") { call in
      try call.query.finish()
      let sent = try call.body()
      let client = try call.provider.change(call.path("client_id")) { client in
        var fields = sent
        let changed = try AppleID.Client(&fields, base: client)
        try fields.finish()
        return changed
      }
      return .admin(client.json)
    },
    Operation("DELETE", "/admin/clients/{client_id}", "removeClient") { call in
      try call.query.finish()
      try call.provider.removeClient(call.path("client_id"))
      return Response(status: 204)
    },
  ]
}

extension AppleID.Client {
  var json: JSON {
    func list(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }
    return [
      "client_id": .string(clientID), "team_id": .string(teamID), "kind": .string(kind.rawValue),
      "primary": primary.map { .string($0) } ?? .null, "name": .string(name),
      "redirect_uris": list(redirectURIs),
      "domains": list(domains), "notification_url": notificationURL.map { .string($0) } ?? .null,
      "email_sources": list(emailSources), "leniencies": list(leniencies.map(\.rawValue)),
    ]
  }
}
