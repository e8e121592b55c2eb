import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let identityTokens = [
    Operation("POST", "/admin/identity-tokens", "mintIdentityToken") { call in
      try call.query.finish()
      var fields = try call.body()
      let account = try call.account(&fields)
      let client = try call.client(&fields)
      let nonce = try fields.string("nonce")
      var context = call.context
      context.mutation = try fields.choice("mutation", of: IdentityTokenMutation.self)
      let claims = fields.value("claims") ?? .null
      guard claims.isNull || claims.members != nil else { throw fields.error("claims", "must be an object.") }
      try fields.finish()
      let token = try call.provider.identityToken(
        about: account, for: client, nonce: nonce, claims: claims.members ?? [], in: context)
      return .admin(["identity_token": token.map { .string($0) } ?? .null])
    },
    Operation("GET", "/admin/mutations", "listMutations") { call in
      let kind = call.query.string("of")
      try call.query.finish()
      if let kind, Mutation.Kind(rawValue: kind) == nil {
        let known = Mutation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw call.query.error("of", "is none of \(known).")
      }
      let list = Mutation.all.filter { kind == nil || $0.kind.rawValue == kind }
      return .admin(["mutations": .array(list.map(\.json))])
    },
  ]
}

extension AdminCall {
  /// The account that the field `account` names: an id, an e-mail address, or a `sub`.
  func account(_ fields: inout Fields) throws -> Account {
    let name = try fields.requiredString("account")
    guard let account = try provider.store.read({ try $0.account(named: name) }) else {
      throw fields.error("account", "is \(name); there is no such account.")
    }
    return account
  }

  /// The client that the field `client_id` names.
  func client(_ fields: inout Fields) throws -> AppleID.Client {
    let clientID = try fields.requiredString("client_id")
    guard let client = try provider.store.read({ try $0.client(clientID) }) else {
      throw fields.error("client_id", "is \(clientID); there is no such client.")
    }
    return client
  }
}

extension Mutation {
  fileprivate var json: JSON {
    [
      "name": .string(name), "of": .string(kind.rawValue), "summary": .string(summary),
      "expect": .string(expectation.rawValue),
    ]
  }
}
