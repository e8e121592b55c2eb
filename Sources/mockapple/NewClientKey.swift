import Crypto
import JOSE
import JSON

/// A Sign in with Apple key on its way to a team: the public half of a file, or one that the server makes.
struct NewClientKey {
  private enum Source { case made, publicKey(String), privateKey(String) }

  private let teamID: String
  private let keyID: String?
  private let source: Source
  private let apps: JSON.Member?

  init(_ arguments: inout Arguments) throws(UsageError) {
    teamID = try arguments.subject("team-id")
    let publicKey = try arguments.option("public-key")
    let privateKey = try arguments.option("private-key")
    keyID = try arguments.option("key-id") ?? privateKey.flatMap(KeyFile.keyID)
    apps = try arguments.members("app", as: "apps")
    switch (publicKey, privateKey) {
    case (nil, nil): source = .made
    case (let file?, nil): source = .publicKey(file)
    case (nil, let file?): source = .privateKey(file)
    default: throw UsageError("--public-key and --private-key exclude each other.")
    }
  }

  /// The call that adds it, with what is in the file by now.
  func call() throws -> Call {
    var members = [keyID.map { JSON.Member("key_id", .string($0)) }, apps]
    switch source {
    case .made: break
    case .publicKey(let file): members.append(JSON.Member("public_key", try Self.publicKey(file)))
    case .privateKey(let file):
      members.append(JSON.Member("public_key", JWK.json(try KeyFile.key(file).publicKey)))
    }
    let path = AdminClient.path("teams", teamID, "keys")
    return Call("POST", path, .object(members.compactMap { $0 })) { [teamID] answer, _ in
      let added = "Added key \(answer["key_id"]?.string ?? "") to team \(teamID)."
      guard let pem = answer["private_key"]?.string else { return added }
      // Standard output is the file alone, so that it can go where it belongs.
      Terminal.err(added + " Its private half, which is shown this once:")
      return pem.hasSuffix("\n") ? String(pem.dropLast()) : pem
    }
  }

  private static func publicKey(_ file: String) throws -> JSON {
    let text = try File.text(file)
    guard text.first(where: { !$0.isWhitespace }) == "{" else { return .string(text) }
    do {
      return try JSON(parsing: Array(text.utf8))
    } catch {
      throw Failure("\(file): \(error)")
    }
  }
}
