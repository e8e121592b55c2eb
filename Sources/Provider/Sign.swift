import AppleID
import Crypto
import JOSE
import JSON

/// The machine's failure to sign: a ring without a signing key.
struct NoSigningKey: Error, CustomStringConvertible {
  let description = "No key of the ring signs at this moment; see GET /admin/keys."
}

extension Provider {
  /// Signs an identity token (RFC 7515) with the key that signs now, with the context's mutation and with other claims
  /// laid over (null takes one away). nil where the mutation is that there is none.
  func sign(_ token: IdentityToken, claims over: [JSON.Member] = [], in context: Context) throws -> String? {
    guard let signer = try ring.signer(at: context.now, count: context.behaviour.signers) else {
      throw NoSigningKey()
    }
    let claims = over.reduce(token.claims { boolean($0, of: token, in: context) }) { claims, member in
      claims.with(member.name, member.value.isNull ? JSON?.none : member.value)
    }
    guard let mutation = mutation(in: context) else {
      return try JWS.rs256(header: IdentityToken.header(kid: signer.kid), claims: claims, key: signer.key)
    }
    let mutated = mutation.changed(claims, now: context.stampNow)
    return try mutation.signed(mutated, kid: signer.kid, key: signer.key) { try stranger(to: signer.kid) }
  }

  private func boolean(_ value: Bool, of token: IdentityToken, in context: Context) -> JSON {
    switch context.behaviour.tokenBooleans {
    case .boolean: .bool(value)
    case .string: .string(value ? "true" : "false")
    case .mixed:
      settings.random.number(below: 2, for: "token_booleans", scope: token.sub) == 0
        ? .bool(value) : .string(value ? "true" : "false")
    }
  }

  /// A key that is not the kid's: another of the ring, or one made for the occasion.
  private func stranger(to kid: String) throws -> RSAPrivateKey {
    guard let other = ring.keys.keys.first(where: { $0.kid != kid }) else {
      return try RSAPrivateKey.generate()
    }
    return try RSAPrivateKey(pem: other.privateKey)
  }
}
