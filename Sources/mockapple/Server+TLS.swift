import Crypto
import Glibc
import HTTP
import Provider
import Web

extension Server {
  /// What the TLS listener proves itself with.
  struct Identity {
    let server: ServerCertificate
    /// The certificate of our own authority; nil where the team has brought a certificate.
    let authority: String?
    /// What a person should know about it.
    let remark: String?

    /// What the configuration asks for; throws `Failure` for files that do not do.
    init(_ tls: Configuration.TLS, host: String, _ provider: Provider) throws {
      if let files = tls.files {
        let (chain, key) = (try Self.pem(files.certificate), try Self.pem(files.key))
        do {
          server = try ServerCertificate(chain: chain, privateKey: key, at: Int(time(nil)))
        } catch {
          throw Failure("--tls-cert \(files.certificate), --tls-key \(files.key): \(error)")
        }
        (authority, remark) = (nil, nil)
        return
      }
      let certified = try provider.certify(Self.names(tls, host: host))
      server = certified.server
      authority = certified.authority
      remark = certified.reason.map {
        "WARNING: a new certificate authority took the place of the stored one, and clients have to trust it anew "
          + "(mockapple ca). The reason: \($0)"
      }
    }

    /// A file that should be PEM, around which any words may stand; of DER the reader of PEM says what is wrong.
    private static func pem(_ path: String) throws -> String {
      String(decoding: try File.read(path), as: UTF8.self)
    }

    /// Apple's names, those of loopback, that of the host where it is an address, and the further ones.
    private static func names(_ tls: Configuration.TLS, host: String) -> [HostName] {
      let own = HostName(host).flatMap { ["0.0.0.0", "::"].contains(host) ? nil : $0 }
      let names = Application.appleNames + ["localhost", "127.0.0.1", "::1"]
      let all = names.compactMap { HostName($0) } + [own].compactMap { $0 } + tls.names
      return all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// As the listener takes it.
    var listening: Listener.Configuration.TLS { .init(chain: server.chain, privateKey: server.privateKey) }
  }
}
