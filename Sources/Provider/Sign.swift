import AppleID
import Crypto
import JOSE
import JSON

/// The machine's failure to sign: a ring without a signing key.
struct NoSigningKey: Error, CustomStringConvertible {
  let description = "No key of the ring signs at this moment; see GET /admin/keys."
}

extension Provider {
  /// Signs an identity token (RFC 7515) with the key that signs now.
  func sign(_ token: IdentityToken, in context: Context) throws -> String {
    guard let signer = try ring.signer(at: context.now, count: context.behaviour.signers) else {
      throw NoSigningKey()
    }
    let claims = token.claims { [random = settings.random] value in
      switch context.behaviour.tokenBooleans {
      case .boolean: .bool(value)
      case .string: .string(value ? "true" : "false")
      case .mixed:
        random.number(below: 2, for: "token_booleans", scope: token.sub) == 0
          ? .bool(value) : .string(value ? "true" : "false")
      }
    }
    return try JWS.rs256(header: IdentityToken.header(kid: signer.kid), claims: claims, key: signer.key)
  }
}
