import AppleID
import Crypto
import JOSE
import JSON

/// `adopt`: registers a team's own ids on a running server. Only the public half of the key leaves this machine's
/// file.
struct Adopt: Command {
  static let verb = "adopt"
  static let summary = "registers your own team, key and client"
  static let usage = """
    Usage: mockapple adopt --team-id T --key-id K --private-key AuthKey.p8 --client-id C [--redirect-uri R]
      --team-id T          your Team ID
      --key-id K           your Key ID (from the name AuthKey_<KEYID>.p8)
      --private-key FILE   your .p8 file; only its public half is sent
      --client-id C        your App ID, or with --redirect-uri your Services ID
      --redirect-uri R     a Return URL of your website
      --primary APP        the App ID that a Services ID is grouped with
    \(AdminClient.usage)
    """

  private let admin: AdminClient
  private let teamID: String
  private let keyID: String
  private let privateKey: String
  private let clientID: String
  private let redirectURI: String?
  private let primary: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    teamID = try arguments.required("team-id")
    privateKey = try arguments.required("private-key")
    guard let keyID = try arguments.option("key-id") ?? KeyFile.keyID(of: privateKey) else {
      throw UsageError("--key-id is missing, and \(privateKey) is not named AuthKey_<KEYID>.p8.")
    }
    self.keyID = keyID
    clientID = try arguments.required("client-id")
    redirectURI = try arguments.option("redirect-uri")
    primary = try arguments.option("primary")
  }

  func run() throws {
    let publicKey = try KeyFile.key(privateKey).publicKey
    let key: JSON = ["key_id": .string(keyID), "public_key": JWK.json(publicKey)]
    try addTeam()
    try addKey(key)
    try addClient()
    let team: JSON = ["team_id": .string(teamID), "name": .string(teamID), "keys": [key]]
    let seed: JSON = ["teams": [team], "clients": [client]]
    guard !admin.json else { return Terminal.out(seed.prettyText()) }
    Terminal.out("Adopted \(clientID) of team \(teamID) with key \(keyID).")
    for leniency in leniencies {
      Terminal.out(
        "Apple would refuse \(redirectURI ?? ""); the leniency \(leniency.rawValue) lets it pass here.")
    }
    Terminal.out("This seed does the same:")
    Terminal.out(seed.prettyText())
  }

  private var leniencies: [Leniency] { redirectURI.map { RedirectURI($0).leniencies } ?? [] }

  private var client: JSON {
    var members = [
      JSON.Member("client_id", .string(clientID)), JSON.Member("team_id", .string(teamID)),
      JSON.Member("kind", redirectURI == nil ? "app" : "service"),
    ]
    if let primary { members.append(JSON.Member("primary", .string(primary))) }
    if let redirectURI { members.append(JSON.Member("redirect_uris", [.string(redirectURI)])) }
    if !leniencies.isEmpty {
      members.append(JSON.Member("leniencies", .array(leniencies.map { .string($0.rawValue) })))
    }
    return .object(members)
  }

  /// Adds what is not there yet; an id that is there already may stay.
  private func addTeam() throws {
    if try admin.send("GET", AdminClient.path("teams", teamID)).0 == 200 { return }
    try admin.call("POST", "teams", ["team_id": .string(teamID), "name": .string(teamID)])
  }

  /// A client that is there already may stay where it is what was asked for.
  private func addClient() throws {
    let path = AdminClient.path("clients", clientID)
    let (status, known) = try admin.send("GET", path)
    guard status == 200 else {
      try admin.call("POST", "clients", client)
      return
    }
    guard known["team_id"]?.string == teamID else {
      throw Failure("\(clientID) is registered for team \(known["team_id"]?.string ?? "") already.")
    }
    guard let redirectURI else { return }
    let registered = known["redirect_uris"]?.array ?? []
    guard registered.contains(.string(redirectURI)) else {
      throw Failure("\(clientID) is registered without \(redirectURI); add it: PATCH /admin/\(path)")
    }
  }

  private func addKey(_ key: JSON) throws {
    let keys = try admin.call("GET", AdminClient.path("teams", teamID))["keys"]?.array ?? []
    guard let known = keys.first(where: { $0["key_id"]?.string == keyID }) else {
      try admin.call("POST", AdminClient.path("teams", teamID, "keys"), key)
      return
    }
    guard known["public_key"] == key["public_key"] else {
      throw Failure("Key \(keyID) is registered with another public key; is \(privateKey) the right file?")
    }
  }
}
