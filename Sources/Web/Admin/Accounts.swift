import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let accounts = [
    Operation("GET", "/admin/accounts", "listAccounts") { call in
      var list = try call.provider.store.read { try $0.accounts() }
      if let email = call.query.string("email") { list = list.filter { $0.email == email } }
      let page = try call.query.page(list) { $0.id }
      try call.query.finish()
      return .admin(["accounts": .array(page.map(\.json))])
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
