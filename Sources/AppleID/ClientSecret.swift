package import JOSE
package import JSON

/// The developer's credential: a JWT signed with a team's key (Apple, “Creating a client secret”).
package struct ClientSecret: Sendable {
  /// How far ahead of Apple's clock `exp` may lie, in seconds.
  package static let longest = 15_777_000
  /// The audience Apple wants.
  package static let audience = "https://appleid.apple.com"

  package let jws: JWS
  package let claims: JSON

  /// Takes a secret apart; throws `JOSEError` where it is no JWT.
  package init(_ compact: String) throws(JOSEError) {
    jws = try JWS(compact: compact)
    claims = try jws.claims()
  }

  package var kid: String? { jws.header["kid"]?.string }
  package var iss: String? { claims["iss"]?.string }
  package var sub: String? { claims["sub"]?.string }
  /// Seconds since 1970; libraries write fractions, too.
  package var exp: Double? { claims["exp"]?.double }
  package var iat: Double? { claims["iat"]?.double }
  /// The audiences, whether sent as one string or as a list.
  package var aud: [String]? {
    claims["aud"].flatMap { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) }
  }
}
