import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let consents = [
    Operation("GET", "/admin/accounts/{id}/consents", "listConsents") { call in
      let id = call.path("id")
      let list = try call.provider.store.read { tx -> [Consent]? in
        try tx.hasAccount(id) ? try tx.consents(of: id) : nil
      }
      guard let list else { throw Complaint.notFound("There is no account \(id).") }
      let fields = ["client_id", "scope", "hide_email", "last_client_id"]
      return .admin(["consents": try call.query.listed(list.map(\.json), id: "client_id", fields: fields)])
    },
    Operation("DELETE", "/admin/accounts/{id}/consents/{client_id}", "endConsent") { call in
      try call.query.finish()
      try call.provider.endConsent(of: call.path("id"), clientID: call.path("client_id"), in: call.context)
      return Response(status: 204)
    },
    Operation("GET", "/admin/accounts/{id}/credential-state", "getCredentialState") { call in
      let clientID = call.query.string("client_id")
      try call.query.finish()
      guard let clientID else { throw call.query.error("client_id", "is missing.") }
      let state = try call.provider.credentialState(of: call.path("id"), clientID: clientID)
      return .admin(["state": .string(state.rawValue)])
    },
    Operation("POST", "/admin/accounts/{id}/password-change", "changePassword") { call in
      try call.query.finish()
      try call.body().finish()
      try call.provider.changePassword(of: call.path("id"), in: call.context)
      return .admin([:])
    },
  ]
}

extension Consent {
  fileprivate var json: JSON {
    [
      "client_id": .string(group), "scope": .string(scope.names.joined(separator: " ")),
      "hide_email": .bool(hideEmail),
      "consented_at": .int(consentedAt), "last_client_id": .string(lastClientID),
    ]
  }
}
