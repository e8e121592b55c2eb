import COpenSSL

/// The numbers and names a key is made of, as the OSSL_PARAM array of `EVP_PKEY_fromdata`; it owns what it points to.
struct Parameters: ~Copyable {
  private var list: [OSSL_PARAM] = []
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  deinit { for buffer in buffers { buffer.deallocate() } }

  mutating func add(_ name: String, number bigEndian: [UInt8]) {
    let isLittleEndian = UInt16(1).littleEndian == 1
    let value = keep(isLittleEndian ? bigEndian.reversed() : bigEndian)
    list.append(
      OSSL_PARAM_construct_BN(key(name), value.assumingMemoryBound(to: UInt8.self), bigEndian.count))
  }

  mutating func add(_ name: String, bytes: [UInt8]) {
    list.append(OSSL_PARAM_construct_octet_string(key(name), keep(bytes), bytes.count))
  }

  mutating func add(_ name: String, text: String) {
    list.append(OSSL_PARAM_construct_utf8_string(key(name), key(text), 0))
  }

  /// The public key of type `type` ("RSA", "EC") these describe; the caller owns it.
  func publicKey(_ type: String, _ attempt: String) throws(OpenSSLError) -> OpaquePointer {
    let context = try owned(EVP_PKEY_CTX_new_from_name(nil, type, nil), attempt)
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_fromdata_init(context), attempt)
    var list = self.list + [OSSL_PARAM_construct_end()]
    var key: OpaquePointer?
    let code = EVP_PKEY_fromdata(context, &key, COSSL_PKEY_PUBLIC_KEY, &list)
    guard code > 0 else {
      EVP_PKEY_free(key)
      throw OpenSSLError(trying: attempt)
    }
    return try owned(key, attempt)
  }

  private mutating func key(_ name: String) -> UnsafeMutablePointer<CChar> {
    keep(Array(name.utf8) + [0]).assumingMemoryBound(to: CChar.self)
  }

  private mutating func keep(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    buffer.copyBytes(from: bytes)
    buffers.append(buffer)
    return buffer.baseAddress!
  }
}
