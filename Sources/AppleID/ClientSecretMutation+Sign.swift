package import Crypto
import JOSE
import JSON

extension ClientSecretMutation {
  /// A client_secret with this fault. `now` is in seconds since 1970; `stranger` is the key, with its Key ID, of another
  /// group.
  package func signed(
    teamID: String, keyID: String, clientID: String, key: ECPrivateKey, now: Int, expiresIn: Int,
    stranger: () throws -> (keyID: String, key: ECPrivateKey)
  ) throws -> String {
    let header: JSON = ["alg": "ES256", "kid": .string(keyID)]
    let good: JSON = [
      "iss": .string(teamID), "iat": .int(now), "exp": .int(now + expiresIn),
      "aud": .string(ClientSecret.audience),
      "sub": .string(clientID),
    ]
    let claims = changed(good, clientID: clientID, now: now)
    let input = JWS.signingInput(header: header, payload: claims.bytes())
    switch self {
    case .unknownKid: return try JWS.es256(header: header.with("kid", "UNKNOWN000"), claims: claims, key: key)
    case .noKid: return try JWS.es256(header: header.with("kid", nil), claims: claims, key: key)
    case .otherGroupKey:
      let other = try stranger()
      return try JWS.es256(header: header.with("kid", .string(other.keyID)), claims: claims, key: other.key)
    case .derSignature: return JWS.compact(input, signature: try key.derSignature(for: input))
    case .wrongKey: return try JWS.es256(header: header, claims: claims, key: ECPrivateKey.generate())
    case .algNone:
      return JWS.compact(
        JWS.signingInput(header: header.with("alg", "none"), payload: claims.bytes()), signature: [])
    case .hs256:
      return JWS.hs256(
        header: header.with("alg", "HS256"), claims: claims, key: Array(try key.publicKey.pem().utf8))
    default: return try JWS.es256(header: header, claims: claims, key: key)
    }
  }

  private func changed(_ claims: JSON, clientID: String, now: Int) -> JSON {
    switch self {
    case .expired: claims.with("exp", .int(now - 60)).with("iat", .int(now - 3660))
    case .expTooFar: claims.with("exp", .int(now + ClientSecret.longest + 86400))
    case .iatInFuture: claims.with("iat", .int(now + 600))
    case .wrongTeam: claims.with("iss", "WRONGTEAM0")
    case .wrongSubject: claims.with("sub", "com.example.somebody.else")
    case .subjectCase:
      claims.with(
        "sub", .string(clientID == clientID.uppercased() ? clientID.lowercased() : clientID.uppercased()))
    case .wrongAudience: claims.with("aud", "https://appleid.example.com")
    case .missingExp: claims.with("exp", nil)
    case .missingSub: claims.with("sub", nil)
    case .unknownKid, .noKid, .otherGroupKey, .derSignature, .wrongKey, .algNone, .hs256: claims
    }
  }
}
