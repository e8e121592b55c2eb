import COpenSSL

/// HMAC with SHA-256 (RFC 2104): HS256 of RFC 7518, section 3.2.
package enum HMACSHA256 {
  /// The 32 bytes of the message's authentication code under the key, which may have any length.
  package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { code, count in
      let made = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, code.baseAddress, nil)
      precondition(made != nil, "OpenSSL has no HMAC.")
      count = 32
    }
  }
}
