import AppleID
package import Crypto
import JSON
import Store

extension Provider {
  /// What a TLS server of this store proves itself with.
  package struct Certified: Sendable {
    package let server: ServerCertificate
    /// The certificate of the authority that clients have to trust, in PEM.
    package let authority: String
    /// Why another authority had to take the place of the one that clients trust by now; nil where none had to.
    package let reason: String?
  }

  /// A new certificate for a server of these names, signed by the store's authority. One is made where there is none, and
  /// where the one there is may not sign for all of the names, or will not live as long: throws only where the store or
  /// OpenSSL fails.
  package func certify(_ names: [HostName]) throws -> Certified {
    let now = settings.clock.now()
    var reason: String?
    do {
      if let stored = try store.read({ try $0.certificateAuthority() }) {
        let server = try stored.serverCertificate(for: names, at: now)
        return Certified(server: server, authority: stored.certificate, reason: nil)
      }
    } catch let error as StoredValueError {
      reason = error.description
    } catch let error as OpenSSLError {
      reason = error.description
    }
    let made = try CertificateAuthority(permitting: names, at: now)
    let server = try made.serverCertificate(for: names, at: now)
    try store.write { try $0.replace(made) }
    events.append(.certificateAuthority, ["made": true, "reason": reason.map { .string($0) } ?? .null])
    return Certified(server: server, authority: made.certificate, reason: reason)
  }
}
