import COpenSSL

/// Whether two secrets are the same text, byte by byte, in a time that tells neither where they differ nor, but for
/// the hashing, how long they are.
package func isEqualInConstantTime(_ a: String, _ b: String) -> Bool {
  CRYPTO_memcmp(SHA256.digest(Array(a.utf8)), SHA256.digest(Array(b.utf8)), 32) == 0
}
