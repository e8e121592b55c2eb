import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let health = [
    Operation("GET", "/admin/health", "getHealth") { call in
      try call.query.finish()
      // Ready means: the store answers, and a key signs.
      let isSigning = !call.provider.keyRing().ring.signers(at: call.context.now).isEmpty
      _ = try call.provider.store.read { try $0.setting("first_ring") }
      return .admin(
        [
          "status": .string(isSigning ? "ok" : "no_signing_key"),
          "version": .string(call.application.options.version),
          "now": .int(call.context.now),
        ], status: isSigning ? 200 : 503)
    }
  ]

  static let reset = [
    Operation("POST", "/admin/reset", "reset") { call in
      try call.query.finish()
      try call.body().finish()
      try call.provider.reset()
      return .admin([:])
    }
  ]
}
