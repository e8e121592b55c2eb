import AppleID
import HTTP
import Provider

extension AppleRoute {
  /// `POST /auth/usermigrationinfo`, for either team of a transfer.
  static let userMigration = AppleRoute(
    .userMigration,
    post: { call in
      let parameters = try call.form()
      call.context.notes.clientID = parameters["client_id"]
      let request = try UserMigrationRequest(
        parameters, authorization: call.request.headers["Authorization"])
      return .apple(try call.provider.userMigration(request, in: call.context).json)
    })
}
