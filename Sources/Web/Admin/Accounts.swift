import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let accounts = [
    Operation("GET", "/admin/accounts", "listAccounts") { call in
      let list = try call.provider.store.read { try $0.accounts() }
      let fields = [
        "id", "email", "email_verified", "given_name", "family_name", "real_user_status", "org_id",
        "hide_email",
      ]
      return .admin(["accounts": try call.query.listed(list.map(\.json), id: "id", fields: fields)])
    },
    Operation("POST", "/admin/accounts", "addAccount") { call in
      try call.query.finish()
      var fields = try call.body()
      let account = try Account(&fields, ids: call.provider.identifiers)
      try fields.finish()
      try call.provider.register(account)
      return .admin(account.json, status: 201)
    },
    Operation("GET", "/admin/accounts/{id}", "getAccount") { call in
      try call.query.finish()
      let id = call.path("id")
      guard let account = try call.provider.store.read({ try $0.account(id) }) else {
        throw Complaint.notFound("There is no account \(id).")
      }
      return .admin(account.json)
    },
    Operation("PATCH", "/admin/accounts/{id}", "changeAccount") { call in
      try call.query.finish()
      let sent = try call.body()
      let ids = call.provider.identifiers
      let account = try call.provider.changeAccount(call.path("id")) { account in
        var fields = sent
        let changed = try Account(&fields, ids: ids, base: account)
        try fields.finish()
        return changed
      }
      return .admin(account.json)
    },
    Operation("DELETE", "/admin/accounts/{id}", "deleteAccount") { call in
      try call.query.finish()
      try call.provider.deleteAccount(call.path("id"), in: call.context)
      return Response(status: 204)
    },
  ]
}

extension Account {
  var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "id": .string(id), "email": text(email), "email_verified": .bool(emailVerified),
      "given_name": text(givenName),
      "family_name": text(familyName), "real_user_status": .int(realUserStatus), "org_id": text(orgID),
      "hide_email": .bool(hideEmail),
    ]
  }
}
