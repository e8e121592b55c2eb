import COpenSSL

/// A private key on P-256; it signs as ES256 (RFC 7518, section 3.4).
package final class ECPrivateKey: Sendable {
  /// The half that everybody may know.
  package let publicKey: ECPublicKey
  private let key: Key

  /// The key in a PEM text, such as Apple's `AuthKey_….p8`; throws on other types, other curves and encrypted keys.
  package convenience init(pem: String) throws(OpenSSLError) {
    try self.init(PEM.privateKey(pem))
  }

  /// A new key. Takes less than 0.1 ms.
  package static func generate() throws(OpenSSLError) -> ECPrivateKey {
    try ECPrivateKey(Key(owning: owned(cossl_ec_gen("P-256"), "generate a P-256 key")))
  }

  private init(_ key: Key) throws(OpenSSLError) {
    publicKey = try ECPublicKey(key)
    guard key.isConsistent else {
      throw OpenSSLError("The private and the public half of the EC key do not belong together.")
    }
    self.key = key
  }

  /// PKCS#8 in PEM, unencrypted (RFC 5958); throws only when OpenSSL fails.
  package func pem() throws(OpenSSLError) -> String { try PEM.text(ofPrivate: key) }

  /// ES256's signature: r and s, 32 bytes each, big endian (RFC 7518, section 3.4).
  package func signature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    try ECDSASignature.raw(der: key.signature(for: message))
  }

  /// The same in DER (RFC 3279, section 2.2.3): the common mistake, which a JWS must not carry.
  package func derSignature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message)
  }
}
