import AppleID
import HTTP

/// One of Apple's endpoints, and what each method does there.
struct AppleRoute: Sendable {
  let endpoint: Endpoint
  let methods: [String: @Sendable (inout Call) throws -> Response]

  init(_ endpoint: Endpoint, get: @escaping @Sendable (inout Call) throws -> Response) {
    self.endpoint = endpoint
    methods = ["GET": get, "HEAD": get]
  }

  init(_ endpoint: Endpoint, post: @escaping @Sendable (inout Call) throws -> Response) {
    self.endpoint = endpoint
    methods = ["POST": post]
  }

  /// The route to an endpoint; nil for what has no path.
  private static func route(to endpoint: Endpoint) -> AppleRoute? {
    switch endpoint {
    case .discovery: discovery
    case .keys: keys
    case .authorize: authorize
    case .token: token
    case .revoke: revoke
    case .userMigration: userMigration
    case .unknown, .notifications, .signIns, .relayMail: nil
    }
  }

  /// Every route by its path.
  static let all = Dictionary(
    uniqueKeysWithValues: Endpoint.ofApple.compactMap { endpoint in
      endpoint.path.flatMap { path in route(to: endpoint).map { (path, $0) } }
    })
}
