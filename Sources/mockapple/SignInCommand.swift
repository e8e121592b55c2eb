import JSON

/// `sign-in`: signs a person in with one call.
struct SignInCommand: Command {
  static let verb = "sign-in"
  static let summary = "signs a person in and prints the credential"
  static let usage = """
    Usage: mockapple sign-in --account A --client-id ID [--code-only] […]
      --account A          an id (jane), an e-mail address, or a sub
      --client-id ID       the app or the service
      --user U             the identifier the app knows the person by, also that of the team it was with before a
                           transfer; with it --account may be left out
      --code-only          prints just the authorization code, without --json
      --scope SCOPES       what the app asks for ("name email")
      --nonce N, --state S, --code-challenge C
                           what goes along with the request
      --code-challenge-method S256|plain
                           how the code_challenge was made
      --hide-email         the person hides their e-mail address
      --flow native|web    native for an app, web for a service, where it is left out
      --redirect-uri R, --response-type T
                           for the web flow
      --response-mode M    for the web flow: one of form_post, query, fragment, web_message
      --outcome O          one of success, cancel, unknown, failed, invalid_response (success); on the web
                           success or cancel
    \(AdminClient.usage)
    """

  private static let options = [
    "account", "client-id", "scope", "nonce", "state", "code-challenge", "code-challenge-method", "flow",
    "user",
    "redirect-uri", "response-type", "response-mode", "outcome",
  ]

  private let admin: AdminClient
  private let body: JSON
  private let codeOnly: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    codeOnly = arguments.flag("code-only")
    if codeOnly, admin.json { throw UsageError("--code-only and --json exclude each other.") }
    var members: [JSON.Member] = []
    for name in Self.options {
      guard let value = try arguments.option(name) else { continue }
      members.append(JSON.Member(String(name.map { $0 == "-" ? "_" : $0 }), .string(value)))
    }
    let given = members.map(\.name)
    if !given.contains("account"), !given.contains("user") { throw UsageError("--account is missing.") }
    if !given.contains("client_id") { throw UsageError("--client-id is missing.") }
    if arguments.flag("hide-email") { members.append(JSON.Member("hide_email", true)) }
    body = .object(members)
  }

  func run() throws {
    let credential = try admin.call("POST", "sign-ins", body)
    guard codeOnly else { return Terminal.out(credential.prettyText()) }
    guard let code = credential["authorization_code"]?.string ?? credential["parameters"]?["code"]?.string
    else {
      throw Failure("No code came of it: \(credential.text())")
    }
    Terminal.out(code)
  }
}
