import COpenSSL

/// An RSA public key of at least 2048 bits, for RS256 (RFC 7518, section 3.3).
package final class RSAPublicKey: Sendable {
  /// Big endian, no leading zeros (`n` of RFC 7518, section 6.3.1.1).
  package let modulus: [UInt8]
  /// Big endian, no leading zeros (`e` of RFC 7518, section 6.3.1.2).
  package let exponent: [UInt8]
  private let key: Key

  /// The key of two big-endian numbers; throws when they cannot be an RSA key or have less than 2048 bits.
  package init(modulus: [UInt8], exponent: [UInt8]) throws(OpenSSLError) {
    self.modulus = Array(modulus.drop { $0 == 0 })
    self.exponent = Array(exponent.drop { $0 == 0 })
    guard let last = self.modulus.last, last & 1 == 1, self.modulus.count <= 2048 else {
      throw OpenSSLError("The RSA modulus must be an odd number of at most 16384 bits.")
    }
    guard let last = self.exponent.last, last & 1 == 1, self.exponent != [1], self.exponent.count <= 8 else {
      throw OpenSSLError("The RSA exponent must be an odd number above 1 of at most 64 bits.")
    }
    var parameters = Parameters()
    parameters.add(OSSL_PKEY_PARAM_RSA_N, number: self.modulus)
    parameters.add(OSSL_PKEY_PARAM_RSA_E, number: self.exponent)
    key = Key(owning: try parameters.publicKey("RSA", "make an RSA public key"))
    try Self.check(key)
  }

  /// Whether the signature is RS256's over the message, made with this key's private half.
  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValid(signature, for: message)
  }

  /// SubjectPublicKeyInfo in PEM (RFC 5280, section 4.1.2.7); throws only when OpenSSL fails.
  package func pem() throws(OpenSSLError) -> String { try PEM.text(ofPublic: key) }

  /// Refuses what RS256 cannot use: other types and less than 2048 bits.
  static func check(_ key: Key) throws(OpenSSLError) {
    guard key.type == "RSA" else { throw OpenSSLError("The key is \(key.type); RS256 needs RSA.") }
    guard key.bits >= 2048 else {
      throw OpenSSLError("The RSA key has \(key.bits) bits; RS256 needs 2048 at least.")
    }
  }
}
