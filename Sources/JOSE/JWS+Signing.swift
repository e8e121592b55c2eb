package import Crypto
package import JSON

extension JWS {
  /// What is signed: header and payload in base64url with a dot between them (RFC 7515, section 5.1).
  package static func signingInput(header: JSON, payload: [UInt8]) -> [UInt8] {
    Array("\(Base64URL.encode(header.bytes())).\(Base64URL.encode(payload))".utf8)
  }

  /// The compact form: the signing input, a dot and the signature in base64url (RFC 7515, section 3.1).
  package static func compact(_ signingInput: [UInt8], signature: [UInt8]) -> String {
    "\(String(decoding: signingInput, as: UTF8.self)).\(Base64URL.encode(signature))"
  }

  /// A JWS signed with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 7518, section 3.3); the header is taken as it is.
  package static func rs256(
    header: JSON, claims: JSON, key: RSAPrivateKey
  ) throws(OpenSSLError) -> String {
    let input = signingInput(header: header, payload: claims.bytes())
    return try compact(input, signature: key.signature(for: input))
  }

  /// A JWS signed with ECDSA on P-256 and SHA-256 (RFC 7518, section 3.4); the header is taken as it is.
  package static func es256(
    header: JSON, claims: JSON, key: ECPrivateKey
  ) throws(OpenSSLError) -> String {
    let input = signingInput(header: header, payload: claims.bytes())
    return try compact(input, signature: key.signature(for: input))
  }

  /// A JWS with HMAC and SHA-256 (RFC 7518, section 3.2), which Apple never takes; the header is taken as it is.
  package static func hs256(header: JSON, claims: JSON, key: [UInt8]) -> String {
    let input = signingInput(header: header, payload: claims.bytes())
    return compact(input, signature: HMACSHA256.code(for: input, key: key))
  }
}
