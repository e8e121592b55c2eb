import COpenSSL

/// An `EVP_PKEY` of any type, freed with its last holder.
///
/// Sendable because nothing changes an `EVP_PKEY` after its making: OpenSSL lets threads share such a key.
final class Key: @unchecked Sendable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// OpenSSL's name of the type: "RSA", "EC", "ED25519" …
  var type: String { EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "of an unknown type" }

  /// The length of the modulus or of the field, in bits.
  var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }

  /// OpenSSL's name of the curve ("prime256v1"), nil when it has none.
  var curve: String? {
    var name = [UInt8](repeating: 0, count: 80)
    var length = 0
    let code = name.withUnsafeMutableBytes {
      EVP_PKEY_get_utf8_string_param(
        pointer, OSSL_PKEY_PARAM_GROUP_NAME, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count,
        &length)
    }
    guard code == 1 else {
      ERR_clear_error()
      return nil
    }
    return String(decoding: name.prefix(length), as: UTF8.self)
  }

  /// Whether the halves of a private key belong together. Cheap for EC, slow for RSA.
  var isConsistent: Bool {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
    defer { EVP_PKEY_CTX_free(context) }
    return EVP_PKEY_pairwise_check(context) == 1
  }

  /// A number of the key by its OSSL_PARAM name: big endian, `width` bytes, or as few as it needs.
  func number(_ name: String, width: Int? = nil) throws(OpenSSLError) -> [UInt8] {
    var number: OpaquePointer?
    try check(EVP_PKEY_get_bn_param(pointer, name, &number), "read \(name) of a key")
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: width ?? (Int(BN_num_bits(number)) + 7) / 8)
    guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count else {
      throw OpenSSLError(trying: "read \(name) of a key")
    }
    return bytes
  }

  /// The signature over the SHA-256 of the message, in OpenSSL's form (for EC: DER).
  func signature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let context = try owned(EVP_MD_CTX_new(), "sign")
    defer { EVP_MD_CTX_free(context) }
    try check(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer), "sign")
    var length = Int(EVP_PKEY_get_size(pointer))
    var signature = [UInt8](repeating: 0, count: length)
    try check(EVP_DigestSign(context, &signature, &length, message, message.count), "sign")
    signature.removeLast(signature.count - length)
    return signature
  }

  /// Whether this key signed the message, the signature being in OpenSSL's form (for EC: DER).
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
