import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let autoSignIns = [
    Operation("GET", "/admin/auto-sign-in", "getAutoSignIn") { call in
      try call.query.finish()
      return .admin(["auto_sign_in": try call.provider.autoSignIn()?.json ?? .null])
    },
    Operation("PUT", "/admin/auto-sign-in", "setAutoSignIn") { call in
      try call.query.finish()
      var fields = try call.body()
      let autoSignIn = try AutoSignIn(&fields)
      guard try call.provider.store.read({ try $0.account(named: autoSignIn.account) }) != nil else {
        throw fields.error("account", "is \(autoSignIn.account); there is no such account.")
      }
      try call.provider.setAutoSignIn(autoSignIn)
      return .admin(["auto_sign_in": autoSignIn.json])
    },
    Operation("DELETE", "/admin/auto-sign-in", "removeAutoSignIn") { call in
      try call.query.finish()
      try call.provider.setAutoSignIn(nil)
      return Response(status: 204)
    },
  ]
}
