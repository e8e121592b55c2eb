package import Crypto
import JOSE
package import JSON

extension IdentityTokenMutation {
  /// The claims with this fault in them; `now` is in seconds since 1970.
  package func changed(_ claims: JSON, now: Int) -> JSON {
    switch self {
    case .expired:
      let lifetime = (claims["exp"]?.int ?? now) - (claims["iat"]?.int ?? now)
      return claims.with("exp", .int(now - 60)).with("iat", .int(now - 60 - lifetime))
        .with("auth_time", .int(now - 60 - lifetime))
    case .issuedInFuture: return claims.with("iat", .int(now + 3600)).with("exp", .int(now + 3600 + 86400))
    case .wrongIssuer: return claims.with("iss", "https://appleid.example.com")
    case .wrongAudience: return claims.with("aud", "com.example.somebody.else")
    case .audienceList: return claims.with("aud", claims["aud"].map { .array([$0]) })
    case .otherTeamSubject: return claims.with("sub", "001999.0123456789abcdef0123456789abcdef.2359")
    case .missingNonce: return claims.with("nonce", nil)
    case .wrongNonce: return claims.with("nonce", "not-the-nonce-that-was-sent")
    case .stringBooleans:
      return ["email_verified", "is_private_email"].reduce(claims) { claims, name in
        claims[name]?.bool.map { claims.with(name, $0 ? "true" : "false") } ?? claims
      }
    case .missingEmail:
      return ["email", "email_verified", "is_private_email"].reduce(claims) { $0.with($1, nil) }
    case .oversized: return claims.with("padding", .string(String(repeating: "x", count: 65536)))
    case .algNone, .hs256WithPublicKey, .unknownKid, .noKid, .wrongKey, .tamperedPayload, .truncatedSignature,
      .derSignature, .nullToken:
      return claims
    }
  }

  /// The token with this fault in header or signature; nil where there is to be none. `stranger` is a key that signs in
  /// the place of the kid's own.
  package func signed(
    _ claims: JSON, kid: String, key: RSAPrivateKey, stranger: () throws -> RSAPrivateKey
  ) throws -> String? {
    let header = IdentityToken.header(kid: kid)
    switch self {
    case .nullToken: return nil
    case .algNone:
      return JWS.compact(
        JWS.signingInput(header: header.with("alg", "none"), payload: claims.bytes()), signature: [])
    case .hs256WithPublicKey:
      return JWS.hs256(
        header: header.with("alg", "HS256"), claims: claims, key: Array(try key.publicKey.pem().utf8))
    case .unknownKid: return try JWS.rs256(header: header.with("kid", "UNKNOWN000"), claims: claims, key: key)
    case .noKid: return try JWS.rs256(header: header.with("kid", nil), claims: claims, key: key)
    case .wrongKey: return try JWS.rs256(header: header, claims: claims, key: stranger())
    case .tamperedPayload:
      let signature = try key.signature(for: JWS.signingInput(header: header, payload: claims.bytes()))
      let tampered = claims.with("sub", "000000.00000000000000000000000000000000.0000")
      return JWS.compact(JWS.signingInput(header: header, payload: tampered.bytes()), signature: signature)
    case .truncatedSignature: return try Self.resigned(header, claims, key) { Array($0.prefix($0.count / 2)) }
    // An OCTET STRING of 256 bytes: 04 82 01 00 …
    case .derSignature: return try Self.resigned(header, claims, key) { [0x04, 0x82, 0x01, 0x00] + $0 }
    default: return try JWS.rs256(header: header, claims: claims, key: key)
    }
  }

  private static func resigned(
    _ header: JSON, _ claims: JSON, _ key: RSAPrivateKey, _ change: ([UInt8]) -> [UInt8]
  ) throws -> String {
    let input = JWS.signingInput(header: header, payload: claims.bytes())
    return JWS.compact(input, signature: change(try key.signature(for: input)))
  }
}
