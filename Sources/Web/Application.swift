package import HTTP
package import Provider
import Synchronization

/// The web side's table of contents: what is answered under which path, on which surface. It is also the one place
/// that turns what was thrown into an answer.
package final class Application: Sendable {
  let provider: Provider
  let options: Options
  /// The admin API.
  package let operations: [Operation]
  private let address = Mutex("http://127.0.0.1")
  private let stopping = Mutex(false)

  package init(provider: Provider, options: Options) {
    self.provider = provider
    self.options = options
    operations =
      Operation.health + Operation.metrics + Operation.teams + Operation.clients + Operation.accounts
      + Operation.signIns
      + Operation.clientSecrets + Operation.clock + Operation.behaviour + Operation.requests + Operation.reset
      + Operation.consents + Operation.autoSignIns
      + Operation.rateLimits + Operation.identityTokens + Operation.faults + Operation.incidents
      + Operation.relay + Operation.notifications + Operation.events + Operation.keys
      + Operation.snapshots + Operation.transfers + Operation.certificateAuthority
      + Operation.openAPI
  }

  /// Apple's own names, under which admin is never served, the issuer's first.
  package static let appleNames = ["appleid.apple.com", "appleid.cdn-apple.com", "account.apple.com"]

  /// The address that stands in where a request names no usable Host: set once the port is known.
  package var ownAddress: String {
    get { address.withLock { $0 } }
    set { address.withLock { $0 = newValue } }
  }

  /// Says in the answers to come that the program ends, as long as there are any.
  package func beginStopping() { stopping.withLock { $0 = true } }
  var isStopping: Bool { stopping.withLock { $0 } }

  /// Answers a request that came in on a surface.
  package func respond(to request: Request, on surface: Surface) -> Response {
    let isAdmin = request.path == "/admin" || request.path.hasPrefix("/admin/")
    switch surface {
    case .apple: return respondAsApple(to: request)
    case .both where !isAdmin || isToApple(request) || request.isSecure:
      return respondAsApple(to: request)
    // Apple's names never lead to admin, on whatever port.
    case .admin where isToApple(request): return .appleErrorPage(404)
    case .both, .admin: return respondAsAdmin(to: request)
    }
  }

  private func isToApple(_ request: Request) -> Bool {
    Authority(request).isApple || authority(of: request).isApple
  }

  /// The greatest body in bytes: 64 KiB on Apple's side, 1 MiB on the admin's, 256 MiB for a snapshot.
  package static func bodyLimit(method: String, target: String, on surface: Surface) -> Int {
    if surface == .apple { return 64 * 1024 }
    if method == "PUT", target == "/admin/snapshot" { return 256 * 1024 * 1024 }
    return target.hasPrefix("/admin/") ? 1024 * 1024 : 64 * 1024
  }
}
