package import Crypto
package import JSON

/// Public keys as JSON (RFC 7517).
package enum JWK {
  /// A signing key in `/auth/keys`, its members in Apple's order (RFC 7518, section 6.3.1).
  package static func json(kid: String, _ key: RSAPublicKey) -> JSON {
    [
      "kty": "RSA", "kid": .string(kid), "use": "sig", "alg": "RS256",
      "n": .string(Base64URL.encode(key.modulus)), "e": .string(Base64URL.encode(key.exponent)),
    ]
  }

  /// A P-256 key (RFC 7518, section 6.2.1).
  package static func json(_ key: ECPublicKey) -> JSON {
    [
      "kty": "EC", "crv": "P-256",
      "x": .string(Base64URL.encode(key.x)), "y": .string(Base64URL.encode(key.y)),
    ]
  }

  /// The P-256 key of a JWK; throws on private keys, other types, other curves and points off the curve.
  package static func ecPublicKey(_ json: JSON) throws(JOSEError) -> ECPublicKey {
    guard json.members != nil else { throw JOSEError("A JWK is an object, not \(json.typeName).") }
    guard json["d"] == nil else {
      throw JOSEError("This JWK is a private key (it has \"d\"); give the public one only.")
    }
    try check(json, "kty", is: "EC")
    try check(json, "crv", is: "P-256")
    let x = try coordinate(json, "x")
    let y = try coordinate(json, "y")
    do { return try ECPublicKey(x: x, y: y) } catch {
      throw JOSEError("The x and y of the JWK are no point on P-256.")
    }
  }

  private static func check(_ json: JSON, _ name: String, is expected: String) throws(JOSEError) {
    guard let value = json[name] else { throw JOSEError("The JWK has no \(name).") }
    guard value.string == expected else {
      throw JOSEError("The \(name) of the JWK is \(value.text()); it must be \"\(expected)\".")
    }
  }

  private static func coordinate(_ json: JSON, _ name: String) throws(JOSEError) -> [UInt8] {
    guard let text = json[name]?.string else { throw JOSEError("The JWK has no \(name).") }
    guard let bytes = Base64URL.decode(text) else {
      throw JOSEError("The \(name) of the JWK is not base64url.")
    }
    guard bytes.count == 32 else {
      throw JOSEError("The \(name) of the JWK has \(bytes.count) bytes; it must have 32.")
    }
    return bytes
  }
}
