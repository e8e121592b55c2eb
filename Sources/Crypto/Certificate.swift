import COpenSSL

/// An X.509 certificate of version 3 (RFC 5280), freed at the end of its scope.
struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// One for a public key, to be extended and signed; `from` and `until` are seconds since 1970, the serial number is
  /// of chance.
  static func make(
    for key: Key, commonName: String, from: Int, until: Int
  ) throws(OpenSSLError) -> Certificate {
    let certificate = Certificate(owning: try owned(X509_new(), "make a certificate"))
    let pointer = certificate.pointer
    try check(X509_set_version(pointer, Int(X509_VERSION_3)), "make a certificate")
    try certificate.setSerialNumber()
    try check(X509_set_pubkey(pointer, key.pointer), "make a certificate")
    guard ASN1_TIME_set(X509_getm_notBefore(pointer), from) != nil,
      ASN1_TIME_set(X509_getm_notAfter(pointer), until) != nil
    else { throw OpenSSLError(trying: "date a certificate") }
    let name = X509_get_subject_name(pointer)
    let text = Array(commonName.utf8)
    try check(
      X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, text, Int32(text.count), -1, 0),
      "name a certificate")
    return certificate
  }

  /// The next one in a buffer of PEM, nil at its end.
  init?(next buffer: borrowing MemoryBIO) {
    guard let pointer = PEM_read_bio_X509(buffer.pointer, nil, refusePassword, nil) else { return nil }
    self.pointer = pointer
  }

  /// The first one in a text.
  init(pem: String) throws(OpenSSLError) {
    let buffer = try MemoryBIO()
    try buffer.write(pem)
    pointer = try owned(PEM_read_bio_X509(buffer.pointer, nil, refusePassword, nil), "read a certificate")
  }

  private init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }

  /// Its text in PEM; throws only when OpenSSL fails.
  func pem() throws(OpenSSLError) -> String {
    let buffer = try MemoryBIO()
    try check(PEM_write_bio_X509(buffer.pointer, pointer), "write a certificate")
    return buffer.text
  }

  /// Adds an extension by its NID and the value that a configuration file of OpenSSL gives it.
  func add(_ extension: Int32, _ value: String, issuer: borrowing Certificate) throws(OpenSSLError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
    let made = try owned(X509V3_EXT_conf_nid(nil, &context, `extension`, value), "extend a certificate")
    defer { X509_EXTENSION_free(made) }
    try check(X509_add_ext(pointer, made, -1), "extend a certificate")
  }

  /// Takes the issuer's name and its signature, as the last step.
  func sign(by issuer: borrowing Certificate, _ key: Key) throws(OpenSSLError) {
    try check(X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer)), "name an issuer")
    try check(X509_sign(pointer, key.pointer, EVP_sha256()), "sign a certificate")
  }

  /// Whether its period of validity includes, is before or is after a moment in seconds since 1970.
  func period(at moment: Int) -> Period {
    var moment = moment
    if X509_cmp_time(X509_get0_notAfter(pointer), &moment) < 0 { return .over }
    return X509_cmp_time(X509_get0_notBefore(pointer), &moment) > 0 ? .ahead : .present
  }

  /// Where a moment finds the period of validity.
  enum Period { case ahead, present, over }

  private func setSerialNumber() throws(OpenSSLError) {
    var bytes = Random(seed: nil).bytes(16, for: "serial")
    // Positive, and never shorter (RFC 5280, section 4.1.2.2).
    bytes[0] = bytes[0] & 0x7F | 0x40
    let number = try owned(BN_bin2bn(bytes, Int32(bytes.count), nil), "number a certificate")
    defer { BN_free(number) }
    let made = BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer))
    guard made != nil else { throw OpenSSLError(trying: "number a certificate") }
  }
}
