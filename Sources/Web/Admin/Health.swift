import AppleID
import HTTP
import JSON
import Provider
import Store

/// Whether the server can do its work, by the first of its checks that fails.
private enum Health: String {
  case ok, stopping
  case storeUnreadable = "store_unreadable"
  case storeUnwritable = "store_unwritable"
  case noSigningKey = "no_signing_key"

  /// The state of a server, and a sentence about what is wrong.
  static func examine(_ application: Application) -> (health: Health, detail: String?) {
    if application.isStopping { return (.stopping, "The server finishes what is in flight, and ends.") }
    let store = application.provider.store
    do {
      try store.checkReading()
    } catch {
      return (.storeUnreadable, "The store cannot be read: \(error)")
    }
    do {
      try store.checkWriting()
    } catch {
      return (.storeUnwritable, "The store cannot be written: \(error)")
    }
    let (ring, now) = application.provider.keyRing()
    guard !ring.signers(at: now).isEmpty else { return (.noSigningKey, "No key of the ring signs.") }
    return (.ok, nil)
  }
}

extension Operation {
  static let health = [
    Operation("GET", "/admin/health", "getHealth") { call in
      try call.query.finish()
      let (health, detail) = Health.examine(call.application)
      return .admin(
        [
          "status": .string(health.rawValue), "detail": detail.map { .string($0) } ?? .null,
          "version": .string(call.application.options.version), "now": .int(call.context.now),
        ], status: health == .ok ? 200 : 503)
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
