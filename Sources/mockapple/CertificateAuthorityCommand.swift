import JSON

/// `ca`: the certificate that clients of the TLS listener have to trust.
struct CertificateAuthorityCommand: Command {
  static let verb = "ca"
  static let summary = "prints the certificate that TLS clients have to trust"
  static let usage = """
    Usage: mockapple ca
    \(AdminClient.usage)
    It is PEM, with --json as well: mockapple ca >ca.pem
    """

  private let admin: AdminClient

  init(_ arguments: inout Arguments) throws(UsageError) { admin = try AdminClient(&arguments) }

  func run() throws {
    let (status, bytes) = try admin.exchange("GET", "ca", seconds: 10)
    guard status == 200 else {
      throw AdminClient.failure((try? JSON(parsing: bytes)) ?? .null, status, "GET ca")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    Terminal.out(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
