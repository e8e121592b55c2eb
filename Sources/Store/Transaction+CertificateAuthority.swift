package import Crypto
import JSON
import SQL

/// The certificate authority. It belongs to the machine, whose clients trust it, not to the world: no reset empties it, no
/// snapshot holds it.
extension Transaction {
  private static let name = "ca"

  /// The one that is stored, or nil.
  package func certificateAuthority() throws -> CertificateAuthority? {
    try setting(Self.name) { text in
      var fields = try Fields(JSON(parsing: Array(text.utf8)))
      let authority = CertificateAuthority(
        certificate: try fields.requiredString("certificate"),
        privateKey: try fields.requiredString("private_key"))
      try fields.finish()
      return authority
    }
  }

  /// Stores one in the place of any other.
  package func replace(_ authority: CertificateAuthority) throws {
    let json: JSON = [
      "certificate": .string(authority.certificate), "private_key": .string(authority.privateKey),
    ]
    try setSetting(Self.name, to: json.text())
  }

  /// What chooses the rows of a table that belong to the world.
  static func world(of table: String) -> SQL { table == "setting" ? "WHERE name <> \(name)" : "" }
}
