import AppleID
import HTTP
import Primitives
import Provider

extension AppleRoute {
  /// `GET /.well-known/openid-configuration`.
  static let discovery = AppleRoute(
    .discovery,
    get: { call in
      .apple(call.provider.discovery(base: call.base, in: call.context))
    })

  /// `GET /auth/keys`, with the caching that the switches say.
  static let keys = AppleRoute(
    .keys,
    get: { call in
      let behaviour = call.context.behaviour
      var response = Response.apple(body: try call.provider.keys(in: call.context))
      if behaviour.keysCacheControl != "no-store" {
        response.headers["Cache-Control"] = behaviour.keysCacheControl
        response.headers["Pragma"] = nil
      }
      guard let tag = call.provider.keysTag(in: call.context) else { return response }
      response.headers["ETag"] = tag
      if matches(tag, call.request.headers["If-None-Match"]) {
        response.status = 304
        response.headers["Content-Type"] = nil
        response.body = .bytes([])
      }
      return response
    })

  /// Whether an `If-None-Match` names the tag (RFC 9110 section 13.1.2).
  private static func matches(_ tag: String, _ sent: String?) -> Bool {
    guard let sent else { return false }
    return sent.split(separator: ",").contains { range in
      let range = range.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return ["*", tag, "W/" + tag].contains(where: String(range).hasSameBytes)
    }
  }
}
