import COpenSSL

/// A certificate authority for tests. Whoever gets hold of its key can sign for the names that it permits, and for no
/// others: clients that trust it lose nothing else.
package struct CertificateAuthority: Sendable, Equatable {
  /// Its certificate and its private key (PKCS#8), in PEM.
  package let certificate: String, privateKey: String

  private static let day = 86_400

  /// One that was made before.
  package init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// A new one, good for ten years from `now`, seconds since 1970, permitting these names, what lies below them in DNS,
  /// and nothing else (RFC 5280, sections 4.2.1.10 and 4.2.1.12). Takes less than 1 ms.
  package init(permitting names: [HostName], at now: Int) throws(OpenSSLError) {
    let key = Key(owning: try owned(cossl_ec_gen("P-256"), "generate a P-256 key"))
    let number = Random(seed: nil).text(8, of: "0123456789abcdef", for: "ca")
    let made = try Certificate.make(
      for: key, commonName: "mockapple test CA \(number)", from: now - Self.day, until: now + 3650 * Self.day)
    try made.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: made)
    try made.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: made)
    // Name constraints hold back names of their kinds alone: this, everything that is no server.
    try made.add(NID_ext_key_usage, "serverAuth", issuer: made)
    try made.add(NID_subject_key_identifier, "hash", issuer: made)
    let subtrees = Set(names.map { "permitted;" + $0.subtree }).sorted()
    try made.add(NID_name_constraints, "critical," + subtrees.joined(separator: ","), issuer: made)
    try made.sign(by: made, key)
    self.init(certificate: try made.pem(), privateKey: try PEM.text(ofPrivate: key))
  }

  /// A new certificate and key for a server of these names, of which the first is its common name, good for 395 days from
  /// `now`, seconds since 1970. Throws where a client that trusts this authority would refuse it before they are over:
  /// because a name is not permitted, say. Takes less than 1 ms.
  package func serverCertificate(for names: [HostName], at now: Int) throws(OpenSSLError) -> ServerCertificate
  {
    let issuer = try Certificate(pem: certificate)
    let key = Key(owning: try owned(cossl_ec_gen("P-256"), "generate a P-256 key"))
    let until = now + 395 * Self.day
    let alternatives = names.map(\.alternativeName)
    let made = try Certificate.make(
      for: key,
      commonName: alternatives.first.map { String($0.drop { $0 != ":" }.dropFirst()) } ?? "mockapple",
      from: now - Self.day, until: until)
    try made.add(NID_basic_constraints, "critical,CA:FALSE", issuer: issuer)
    try made.add(NID_key_usage, "critical,digitalSignature", issuer: issuer)
    try made.add(NID_ext_key_usage, "serverAuth", issuer: issuer)
    try made.add(NID_subject_key_identifier, "hash", issuer: issuer)
    try made.add(NID_authority_key_identifier, "keyid:always", issuer: issuer)
    try made.add(NID_subject_alt_name, alternatives.joined(separator: ","), issuer: issuer)
    try made.sign(by: issuer, try PEM.privateKey(privateKey))
    if let reason = try Self.objection(to: made, trusting: issuer, at: until - 1) {
      throw OpenSSLError("The authority cannot sign for \(alternatives.joined(separator: ", ")): \(reason).")
    }
    return ServerCertificate(chain: try made.pem(), privateKey: try PEM.text(ofPrivate: key))
  }

  /// What a strict client that trusts nobody but the issuer would say to a server's certificate; nil for nothing.
  private static func objection(
    to leaf: borrowing Certificate, trusting issuer: borrowing Certificate, at moment: Int
  ) throws(OpenSSLError) -> String? {
    let trusted = try owned(X509_STORE_new(), "verify a certificate")
    defer { X509_STORE_free(trusted) }
    try check(X509_STORE_add_cert(trusted, issuer.pointer), "verify a certificate")
    let context = try owned(X509_STORE_CTX_new(), "verify a certificate")
    defer { X509_STORE_CTX_free(context) }
    try check(X509_STORE_CTX_init(context, trusted, leaf.pointer, nil), "verify a certificate")
    let parameters = X509_STORE_CTX_get0_param(context)
    X509_VERIFY_PARAM_set_time(parameters, moment)
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
    defer { ERR_clear_error() }
    guard X509_verify_cert(context) != 1 else { return nil }
    return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
  }
}
