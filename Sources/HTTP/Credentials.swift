import CMicroHTTPD
import Glibc

/// What a server proves itself with, as GnuTLS keeps it: read once, not by each daemon, for which it would cost more than
/// all the rest.
final class Credentials: @unchecked Sendable {
  // Vouched for: nothing changes them after their making, and GnuTLS lets threads share such a key.
  private let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: most)
  private var length = UInt32(most)
  private var key: gnutls_privkey_t?

  /// Nil where GnuTLS doesn't take the chain or the key, or where they don't belong together.
  init?(_ tls: Listener.Configuration.TLS) {
    // Empty is what deinit may end, too, where not all of it is read.
    chain.initialize(repeating: gnutls_pcert_st(), count: most)
    let code = datum(tls.chain) { chain in
      datum(tls.privateKey) { privateKey in
        let code = pair(&chain, &privateKey)
        guard code >= 0 else { return code }
        gnutls_privkey_init(&key)
        return min(
          gnutls_pcert_list_import_x509_raw(
            self.chain, &length, &chain, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_SORT.rawValue),
          gnutls_privkey_import_x509_raw(key, &privateKey, GNUTLS_X509_FMT_PEM, nil, 0))
      }
    }
    if code < 0 { return nil }
  }

  deinit {
    if let key { gnutls_privkey_deinit(key) }
    for index in 0..<most { gnutls_pcert_deinit(chain + index) }
    chain.deallocate()
  }

  /// Lets the handshakes of this thread use them.
  func use() { pthread_setspecific(place, Unmanaged.passUnretained(self).toOpaque()) }

  fileprivate func give(
    _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ length: UnsafeMutablePointer<UInt32>?, _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
  ) {
    chain?.pointee = self.chain
    length?.pointee = self.length
    key?.pointee = self.key
  }
}

/// The most certificates of a chain.
private let most = 16

/// Where a thread keeps its credentials: GnuTLS asks for them without a word of context.
private let place: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

/// What GnuTLS calls in each handshake.
func credentialsWanted(
  _: gnutls_session_t?, _: UnsafePointer<gnutls_datum_t>?, _: Int32, _: UnsafePointer<gnutls_pk_algorithm_t>?,
  _: Int32, _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
  _ length: UnsafeMutablePointer<UInt32>?, _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
  guard let credentials = pthread_getspecific(place) else { return -1 }
  Unmanaged<Credentials>.fromOpaque(credentials).takeUnretainedValue().give(chain, length, key)
  return 0
}

/// Whether certificate and key belong together, as GnuTLS says by a code that is not negative.
private func pair(_ chain: inout gnutls_datum_t, _ key: inout gnutls_datum_t) -> Int32 {
  var credentials: gnutls_certificate_credentials_t?
  gnutls_certificate_allocate_credentials(&credentials)
  defer { gnutls_certificate_free_credentials(credentials) }
  return gnutls_certificate_set_x509_key_mem(credentials, &chain, &key, GNUTLS_X509_FMT_PEM)
}

private func datum(_ text: String, _ body: (inout gnutls_datum_t) -> Int32) -> Int32 {
  var text = Array(text.utf8)
  return text.withUnsafeMutableBufferPointer { bytes in
    var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
    return body(&datum)
  }
}
