import COpenSSL

/// The two ways to write an ECDSA signature on P-256: 64 bytes r and s, or DER.
enum ECDSASignature {
  /// DER of r and s, nil unless there are 64 bytes.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 else { return nil }
    let numbers = [0x02] + integer(raw[..<32]) + [0x02] + integer(raw[32...])
    return [0x30, UInt8(numbers.count)] + numbers
  }

  /// r and s of a signature that OpenSSL made.
  static func raw(der: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let signature: OpaquePointer? = der.withUnsafeBufferPointer {
      var start = $0.baseAddress
      return d2i_ECDSA_SIG(nil, &start, $0.count)
    }
    let owner = try owned(signature, "read an ECDSA signature")
    defer { ECDSA_SIG_free(owner) }
    return try number(ECDSA_SIG_get0_r(owner)) + number(ECDSA_SIG_get0_s(owner))
  }

  private static func number(_ number: OpaquePointer?) throws(OpenSSLError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    try check(BN_bn2binpad(number, &bytes, 32), "read an ECDSA signature")
    return bytes
  }

  /// Length and content of a DER INTEGER: as few bytes as possible, and a zero in front of a set high bit.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var content = Array(bytes.drop { $0 == 0 })
    if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
    return [UInt8(content.count)] + content
  }
}
