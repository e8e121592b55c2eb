import COpenSSL

/// What a TLS server shows and what it proves it with.
package struct ServerCertificate: Sendable {
  /// Its certificate in PEM, then those that lead from it to an authority.
  package let chain: String
  /// In PEM.
  package let privateKey: String

  init(chain: String, privateKey: String) {
    self.chain = chain
    self.privateKey = privateKey
  }

  /// One that somebody else has made. Throws where it cannot be read, where the key is not that of the first certificate,
  /// and where one of the certificates is not valid at `now`, seconds since 1970.
  package init(chain: String, privateKey: String, at now: Int) throws(OpenSSLError) {
    let key = try PEM.privateKey(privateKey)
    let buffer = try PEM.buffer(chain)
    var count = 0
    while let certificate = Certificate(next: buffer) {
      count += 1
      guard count > 1 || X509_check_private_key(certificate.pointer, key.pointer) == 1 else {
        throw OpenSSLError("The private key does not belong to the first certificate.")
      }
      switch certificate.period(at: now) {
      case .present: break
      case .over: throw OpenSSLError("Certificate \(count) has expired.")
      case .ahead: throw OpenSSLError("Certificate \(count) is not valid yet.")
      }
    }
    guard count > 0, ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE else {
      throw PEM.unreadable("CERTIFICATE", chain)
    }
    ERR_clear_error()
    self.init(chain: chain, privateKey: privateKey)
  }
}
