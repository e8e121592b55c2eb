import COpenSSL

/// A public key on P-256, for ES256 (RFC 7518, section 3.4).
package final class ECPublicKey: Sendable, Equatable {
  /// The coordinates of the point, 32 bytes each, big endian (RFC 7518, section 6.2.1).
  package let x: [UInt8], y: [UInt8]
  private let key: Key

  /// The key in a PEM text, a SubjectPublicKeyInfo; throws on private keys, other types and other curves.
  package convenience init(pem: String) throws(OpenSSLError) {
    try self.init(PEM.publicKey(pem))
  }

  /// The key at a point, two coordinates of 32 bytes; throws when the point is not on P-256.
  package init(x: [UInt8], y: [UInt8]) throws(OpenSSLError) {
    guard x.count == 32, y.count == 32 else {
      throw OpenSSLError("A coordinate on P-256 has 32 bytes; these have \(x.count) and \(y.count).")
    }
    self.x = x
    self.y = y
    var parameters = Parameters()
    parameters.add(OSSL_PKEY_PARAM_GROUP_NAME, text: "prime256v1")
    // 4: both coordinates follow (SEC 1, section 2.3.3).
    parameters.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: [4] + x + y)
    key = Key(owning: try parameters.publicKey("EC", "make a P-256 public key"))
  }

  /// The public half of `key`, whatever form its point was written in.
  convenience init(_ key: Key) throws(OpenSSLError) {
    try Self.check(key)
    try self.init(
      x: key.number(OSSL_PKEY_PARAM_EC_PUB_X, width: 32), y: key.number(OSSL_PKEY_PARAM_EC_PUB_Y, width: 32))
  }

  package static func == (a: ECPublicKey, b: ECPublicKey) -> Bool { a.x == b.x && a.y == b.y }

  /// SubjectPublicKeyInfo in PEM (RFC 5480); throws only when OpenSSL fails.
  package func pem() throws(OpenSSLError) -> String { try PEM.text(ofPublic: key) }

  /// Whether the signature is ES256's over the message: exactly 64 bytes, r and s (RFC 7518, section 3.4).
  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let der = ECDSASignature.der(raw: signature) else { return false }
    return key.isValid(der, for: message)
  }

  /// Whether the signature is right but written in DER (RFC 3279, section 2.2.3): the common mistake, to be named.
  package func isValid(der signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValid(signature, for: message)
  }

  /// Refuses what ES256 cannot use: other types and other curves.
  static func check(_ key: Key) throws(OpenSSLError) {
    guard key.type == "EC" else { throw OpenSSLError("The key is \(key.type); ES256 needs EC on P-256.") }
    guard let curve = key.curve, curve == "prime256v1" || curve == "P-256" else {
      throw OpenSSLError(
        "The key is on \(key.curve ?? "a curve without a name"); ES256 needs P-256 (prime256v1).")
    }
  }
}
