import JSON

/// The parameters on their way to a redirect URI (Apple, “Request an authorization”).
package struct AuthorizationResponse: Sendable, Equatable {
  package let redirectURI: String
  package let responseMode: ResponseMode
  /// In the order of Apple's form post.
  package let parameters: [Parameter]

  /// One parameter with its value, not yet encoded.
  package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// The answer to a person who pressed Continue.
  package init(_ authorization: Authorization, _ credential: Credential) {
    self.init(
      authorization,
      [
        ("code", credential.code),
        ("id_token", authorization.includesIDToken ? credential.identityToken : nil),
        ("user", Self.user(credential)),
      ])
  }

  /// The answer to a person who pressed Cancel, the only error Apple sends to a redirect URI.
  package init(cancelled authorization: Authorization) {
    self.init(authorization, [("error", Refusal.Code.userCancelledAuthorize.rawValue)])
  }

  private init(_ authorization: Authorization, _ pairs: [(String, String?)]) {
    redirectURI = authorization.redirectURI
    responseMode = authorization.responseMode
    parameters = ([("state", authorization.state)] + pairs).compactMap { name, value in
      value.map { Parameter(name: name, value: $0) }
    }
  }

  /// The `user` field: a JSON string with only what was asked for and shared, at a first authorization.
  private static func user(_ credential: Credential) -> String? {
    var members: [JSON.Member] = []
    if let name = credential.fullName {
      let parts = [("firstName", name.givenName), ("lastName", name.familyName)]
      members.append(
        JSON.Member("name", .object(parts.map { JSON.Member($0, .string($1 ?? "")) })))
    }
    if let email = credential.email { members.append(JSON.Member("email", .string(email))) }
    return members.isEmpty ? nil : JSON.object(members).text()
  }
}
