package import Crypto
import JOSE
import JSON

extension ClientSecret {
  /// Makes a secret as Apple documents it: ES256, `kid`, `iss`, `iat`, `exp`, `aud`, `sub`. `now` is in seconds
  /// since 1970, `expiresIn` in seconds.
  package static func signed(
    teamID: String, keyID: String, clientID: String, key: ECPrivateKey, now: Int, expiresIn: Int
  ) throws(OpenSSLError) -> String {
    try JWS.es256(
      header: ["alg": "ES256", "kid": .string(keyID)],
      claims: [
        "iss": .string(teamID), "iat": .int(now), "exp": .int(now + expiresIn), "aud": .string(audience),
        "sub": .string(clientID),
      ], key: key)
  }
}
