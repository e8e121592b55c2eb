import HTTP
import Provider

extension Endpoint {
  /// `GET /.well-known/openid-configuration`.
  static let discovery = Endpoint(
    "discovery", "/.well-known/openid-configuration",
    get: { call in
      .apple(call.provider.discovery(base: call.base, in: call.context))
    })

  /// `GET /auth/keys`.
  static let keys = Endpoint(
    "keys", "/auth/keys",
    get: { call in
      .apple(body: try call.provider.keys(in: call.context))
    })
}
