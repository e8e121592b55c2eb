package import Crypto
import JSON
import SQL

/// The certificate authority. It belongs to the machine, whose clients trust it, not to the world: no reset empties it, no
/// snapshot holds it.
extension Transaction {
  private static let name = "ca"

  /// The one that is stored, or nil.
  package func certificateAuthority() throws -> CertificateAuthority? {
    guard let text = try setting(Self.name) else { return nil }
    let json = try JSON(parsing: Array(text.utf8))
    return CertificateAuthority(
      certificate: json["certificate"]?.string ?? "", privateKey: json["private_key"]?.string ?? "")
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
