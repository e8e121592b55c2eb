import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The 32 bytes of the message's digest.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      COpenSSL.SHA256(message, message.count, digest.baseAddress)
      count = 32
    }
  }
}
