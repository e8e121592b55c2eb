import AppleID
import HTTP
import Provider

extension AppleRoute {
  /// `POST /auth/token`.
  static let token = AppleRoute(
    .token,
    post: { call in
      if call.context.behaviour.requireUserAgent, call.request.headers["User-Agent"] == nil {
        throw Refusal(
          .userAgentMissing, hint: "User-Agent is missing, and the switch require_user_agent is on.")
      }
      let parameters = try call.form()
      call.context.notes.clientID = parameters["client_id"]
      call.context.notes.grantType = parameters["grant_type"]
      let request = try TokenRequest(parameters)
      return .apple(try call.provider.token(request, in: call.context).json)
    })

  /// `POST /auth/revoke`: 200 with an empty body and no content type, whatever the token was.
  static let revoke = AppleRoute(
    .revoke,
    post: { call in
      let parameters = try call.form()
      call.context.notes.clientID = parameters["client_id"]
      let request = RevocationRequest(
        clientID: try authenticating(parameters, "client_id"),
        clientSecret: try authenticating(parameters, "client_secret"),
        token: try parameters.required("token"), tokenTypeHint: parameters["token_type_hint"]
      )
      try call.provider.revoke(request, in: call.context)
      return Response(headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
    })

  /// What authenticates the client; where it is missing this endpoint says `invalid_client`, unlike `/auth/token`.
  private static func authenticating(_ parameters: Parameters, _ name: String) throws(Refusal) -> String {
    do {
      return try parameters.required(name)
    } catch {
      throw Refusal(error.rule, error: .invalidClient, hint: error.hint)
    }
  }
}
