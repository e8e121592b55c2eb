import COpenSSL

/// An RSA private key of at least 2048 bits; it signs as RS256 (RFC 7518, section 3.3).
package final class RSAPrivateKey: Sendable {
  /// The half that everybody may know.
  package let publicKey: RSAPublicKey
  private let key: Key

  /// The key in a PEM text, PKCS#8 or PKCS#1; throws on other types, less than 2048 bits and encrypted keys.
  package convenience init(pem: String) throws(OpenSSLError) {
    try self.init(PEM.privateKey(pem))
  }

  /// A new key of 2048 bits with exponent 65537. Takes 0.1 to 1.5 s: never on a request's path.
  package static func generate() throws(OpenSSLError) -> RSAPrivateKey {
    try RSAPrivateKey(Key(owning: owned(cossl_rsa_gen(2048), "generate an RSA key")))
  }

  private init(_ key: Key) throws(OpenSSLError) {
    try RSAPublicKey.check(key)
    self.key = key
    publicKey = try RSAPublicKey(
      modulus: key.number(OSSL_PKEY_PARAM_RSA_N), exponent: key.number(OSSL_PKEY_PARAM_RSA_E))
  }

  /// PKCS#8 in PEM, unencrypted (RFC 5958); throws only when OpenSSL fails.
  package func pem() throws(OpenSSLError) -> String { try PEM.text(ofPrivate: key) }

  /// RS256's signature: RSASSA-PKCS1-v1_5 with SHA-256, as long as the modulus. About 0.5 ms.
  package func signature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message)
  }
}
