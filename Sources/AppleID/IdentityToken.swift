import Crypto
import JOSE
package import JSON

/// The JWT for the app, with its claims in the order of Apple's wire (Apple, “Receiving a User's Identity
/// Token”; OpenID Connect Core section 2).
package struct IdentityToken: Sendable, Equatable {
  /// The address that the person shares with the app.
  package struct Email: Sendable, Equatable {
    package let address: String
    package let isVerified: Bool
    /// Whether it is a relay address; a real one goes without the claim.
    package let isPrivate: Bool

    package init(address: String, isVerified: Bool, isPrivate: Bool) {
      self.address = address
      self.isVerified = isVerified
      self.isPrivate = isPrivate
    }
  }

  /// What the token comes beside, and is bound to by a hash.
  package enum Companion: Sendable, Equatable { case code(String), accessToken(String) }

  package let iss: String
  package let aud: String
  /// Seconds since 1970.
  package let iat: Int
  package let exp: Int
  package let sub: String
  package let nonce: String?
  /// nil for a token that stands alone.
  package let companion: Companion?
  package let email: Email?
  /// Seconds since 1970.
  package let authTime: Int
  /// Native tokens only.
  package let realUserStatus: Int?
  package let orgID: String?
  /// Only in the 60 days after a transfer of the app.
  package let transferSub: String?

  package init(
    iss: String, aud: String, iat: Int, lifetime: Int, sub: String, nonce: String?, companion: Companion?,
    email: Email?, authTime: Int, realUserStatus: Int? = nil, orgID: String? = nil,
    transferSub: String? = nil
  ) {
    self.iss = iss
    self.aud = aud
    self.iat = iat
    exp = lifetime > .max - max(0, iat) ? .max : iat + lifetime
    self.sub = sub
    self.nonce = nonce
    self.companion = companion
    self.email = email
    self.authTime = authTime
    self.realUserStatus = realUserStatus
    self.orgID = orgID
    self.transferSub = transferSub
  }

  /// The claims; `boolean` decides, claim by claim, how a boolean is written.
  package func claims(boolean: (Bool) -> JSON) -> JSON {
    var members = [
      JSON.Member("iss", .string(iss)), JSON.Member("aud", .string(aud)), JSON.Member("exp", .int(exp)),
      JSON.Member("iat", .int(iat)), JSON.Member("sub", .string(sub)),
    ]
    func add(_ name: String, _ value: JSON?) { value.map { members.append(JSON.Member(name, $0)) } }
    add("nonce", nonce.map { .string($0) })
    switch companion {
    case .code(let code): add("c_hash", .string(Self.leftHalfHash(code)))
    case .accessToken(let token): add("at_hash", .string(Self.leftHalfHash(token)))
    case nil: break
    }
    if let email {
      add("email", .string(email.address))
      add("email_verified", boolean(email.isVerified))
      if email.isPrivate { add("is_private_email", boolean(true)) }
    }
    add("auth_time", .int(authTime))
    add("nonce_supported", true)
    add("real_user_status", realUserStatus.map { .int($0) })
    add("transfer_sub", transferSub.map { .string($0) })
    add("org_id", orgID.map { .string($0) })
    return .object(members)
  }

  /// The header, in Apple's order (kid before alg, no typ).
  package static func header(kid: String) -> JSON { ["kid": .string(kid), "alg": "RS256"] }

  /// `c_hash` and `at_hash` (OpenID Connect Core section 3.3.2.11).
  private static func leftHalfHash(_ text: String) -> String {
    Base64URL.encode(Array(SHA256.digest(Array(text.utf8)).prefix(16)))
  }
}
