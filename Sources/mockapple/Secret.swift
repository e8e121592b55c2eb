import AppleID
import Crypto
import Glibc
import Sample

/// `secret`: prints a client_secret JWT, with no server running.
struct Secret: Command {
  static let verb = "secret"
  static let summary = "prints a client_secret JWT"
  static let usage = """
    Usage: mockapple secret --client-id ID [--team-id T] [--key-id K] [--private-key FILE] [--expires-in S]
      --client-id ID       the client it is for
      --team-id T          its Team ID (the sample's: TEAM000001)
      --key-id K           the Key ID (from the name AuthKey_<KEYID>.p8, or the sample's)
      --private-key FILE   the .p8 file (the sample key)
      --expires-in S       seconds to its exp (3600; Apple allows 15777000)
    """

  private let clientID: String
  private let teamID: String
  private let keyID: String
  private let privateKey: String?
  private let expiresIn: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    clientID = try arguments.required("client-id")
    privateKey = try arguments.option("private-key")
    let teamID = try arguments.option("team-id")
    let keyID = try arguments.option("key-id")
    expiresIn = try arguments.number("expires-in", in: -1_000_000_000...1_000_000_000) ?? 3600
    if let privateKey {
      guard let teamID else { throw UsageError("--team-id is missing; a key of your own needs its Team ID.") }
      guard let keyID = keyID ?? KeyFile.keyID(of: privateKey) else {
        throw UsageError("--key-id is missing, and \(privateKey) is not named AuthKey_<KEYID>.p8.")
      }
      self.teamID = teamID
      self.keyID = keyID
    } else {
      self.teamID = teamID ?? "TEAM000001"
      self.keyID = keyID ?? Sample.clientKeyID
    }
  }

  func run() throws {
    let key = try KeyFile.key(privateKey)
    if expiresIn > ClientSecret.longest {
      Terminal.err("mockapple: Apple would refuse this secret: it allows at most \(ClientSecret.longest) s.")
    }
    Terminal.out(
      try ClientSecret.signed(
        teamID: teamID, keyID: keyID, clientID: clientID, key: key, now: Int(time(nil)), expiresIn: expiresIn)
    )
  }
}

/// A `.p8` file, or the sample key.
enum KeyFile {
  /// The private key in a file; nil is the sample's.
  static func key(_ path: String?) throws -> ECPrivateKey {
    guard let path else { return try ECPrivateKey(pem: Sample.clientKeyPEM) }
    do {
      return try ECPrivateKey(pem: try File.text(path))
    } catch let error as OpenSSLError {
      throw Failure("\(path): \(error)")
    }
  }

  /// The Key ID in a name of Apple's form, `AuthKey_<KEYID>.p8`.
  static func keyID(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"), name.utf8.count > 11 else { return nil }
    return String(name.dropFirst(8).dropLast(3))
  }
}
