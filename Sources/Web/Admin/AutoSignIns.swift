import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let autoSignIns = [
    Operation("GET", "/admin/auto-sign-in", "getAutoSignIn") { call in
      try call.query.finish()
      return .admin(["auto_sign_in": call.provider.autoSignIn?.json ?? .null])
    },
    Operation("PUT", "/admin/auto-sign-in", "setAutoSignIn") { call in
      try call.query.finish()
      var fields = try call.body()
      let autoSignIn = try AutoSignIn(&fields)
      try fields.finish()
      guard try call.provider.store.read({ try $0.account(named: autoSignIn.account) }) != nil else {
        throw fields.error("account", "is \(autoSignIn.account); there is no such account.")
      }
      call.provider.autoSignIn = autoSignIn
      return .admin(["auto_sign_in": autoSignIn.json])
    },
    Operation("DELETE", "/admin/auto-sign-in", "removeAutoSignIn") { call in
      try call.query.finish()
      call.provider.autoSignIn = nil
      return Response(status: 204)
    },
  ]
}

extension AutoSignIn {
  /// `{account, hide_email?, full_name?, outcome?, times?}`.
  fileprivate init(_ fields: inout Fields) throws {
    let account = try fields.requiredString("account")
    let outcome = try fields.choice("outcome", of: SignIn.Outcome.self) ?? .success
    guard outcome == .success || outcome == .cancel else {
      throw fields.error("outcome", "on the web is success or cancel.")
    }
    let times = try fields.int("times")
    guard times.map({ $0 > 0 }) ?? true else { throw fields.error("times", "must be 1 or more, or null.") }
    self.init(
      account: account, hideEmail: try fields.bool("hide_email"),
      fullName: try PersonName.optional(&fields, "full_name"),
      isCancelled: outcome == .cancel, times: times)
  }

  fileprivate var json: JSON {
    [
      "account": .string(account), "hide_email": hideEmail.map { .bool($0) } ?? .null,
      "full_name": fullName?.json ?? .null, "outcome": isCancelled ? "cancel" : "success",
      "times": times.map { .int($0) } ?? .null,
    ]
  }
}

extension PersonName {
  /// The name under a field, or nil.
  static func optional(_ fields: inout Fields, _ name: String) throws -> PersonName? {
    guard var entry = try fields.object(name) else { return nil }
    let personName = try PersonName(&entry)
    try entry.finish()
    return personName
  }

  var json: JSON {
    [
      "given_name": givenName.map { .string($0) } ?? .null,
      "family_name": familyName.map { .string($0) } ?? .null,
    ]
  }
}
