package import JSON

/// Apple's TokenResponse (RFC 6749 section 5.1), in the order of the wire.
package struct TokenResponse: Sendable, Equatable {
  /// How long an access token lives, in seconds.
  package static let expiresIn = 3600

  package let accessToken: String
  /// Only where a code was redeemed; a refresh answers without one.
  package let refreshToken: String?
  package let idToken: String?

  package init(accessToken: String, refreshToken: String?, idToken: String?) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
  }

  package var json: JSON {
    var members = [
      JSON.Member("access_token", .string(accessToken)), JSON.Member("token_type", "Bearer"),
      JSON.Member("expires_in", .int(Self.expiresIn)),
    ]
    if let refreshToken { members.append(JSON.Member("refresh_token", .string(refreshToken))) }
    if let idToken { members.append(JSON.Member("id_token", .string(idToken))) }
    return .object(members)
  }
}
