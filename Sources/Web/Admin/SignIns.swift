import AppleID
import HTTP
import JSON
import Provider
import Store

extension Operation {
  static let signIns = [
    Operation("POST", "/admin/sign-ins", "signIn") { call in
      try call.query.finish()
      var fields = try call.body()
      let order = try SignInOrder(&fields, provider: call.provider)
      try fields.finish()
      switch order.flow {
      case .native: return try order.native(call)
      case .web: return try order.web(call)
      }
    }
  ]
}

/// The body of `POST /admin/sign-ins`.
private struct SignInOrder {
  enum Flow: String, CaseIterable { case native, web }

  let account: Account
  /// Whether it is made on the way.
  let isNew: Bool
  let client: AppleID.Client
  let flow: Flow
  private let scope: String
  private let state: String?
  private let nonce: String?
  private let hideEmail: Bool?
  private let fullName: PersonName?
  private let codeChallenge: String?
  private let codeChallengeMethod: String?
  private let redirectURI: String?
  private let responseType: String?
  private let responseMode: String?
  private let outcome: SignIn.Outcome
  private let mutation: IdentityTokenMutation?

  init(_ fields: inout Fields, provider: Provider) throws {
    let clientID = try fields.requiredString("client_id")
    guard let client = try provider.store.read({ try $0.client(clientID) }) else {
      throw fields.error("client_id", "is \(clientID); there is no such client.")
    }
    self.client = client
    flow = try fields.choice("flow", of: Flow.self) ?? (client.kind == .app ? .native : .web)
    scope = try fields.string("scope") ?? "name email"
    state = try fields.string("state")
    nonce = try fields.string("nonce")
    hideEmail = try fields.bool("hide_email")
    fullName = try PersonName.optional(&fields, "full_name")
    codeChallenge = try fields.string("code_challenge")
    codeChallengeMethod = try fields.string("code_challenge_method")
    redirectURI = try fields.string("redirect_uri")
    responseType = try fields.string("response_type")
    responseMode = try fields.string("response_mode")
    outcome = try fields.choice("outcome", of: SignIn.Outcome.self) ?? .success
    mutation = try fields.choice("mutation", of: IdentityTokenMutation.self)
    if flow == .native {
      let sent = [
        ("redirect_uri", redirectURI), ("response_type", responseType), ("response_mode", responseMode),
      ]
      for (name, value) in sent where value != nil {
        throw fields.error(name, "belongs to the web flow; say \"flow\": \"web\".")
      }
    } else if outcome != .success, outcome != .cancel {
      throw fields.error("outcome", "on the web is success or cancel.")
    }
    let user = try Self.user(&fields, client: client, flow: flow, provider: provider)
    (account, isNew) = try Self.account(&fields, user: user, provider: provider)
  }

  /// Whom the app knows by an identifier of its team's, or of the team that transferred it (the `user` of a native
  /// request); nil where it does not say.
  private static func user(
    _ fields: inout Fields, client: AppleID.Client, flow: Flow, provider: Provider
  ) throws -> Account? {
    guard let user = try fields.string("user") else { return nil }
    guard flow == .native else { throw fields.error("user", "belongs to the native flow.") }
    guard let account = try provider.account(ofUser: user, client: client) else {
      throw fields.error(
        "user", "is \(user); no team that \(client.clientID) is or was with knows anybody by it.")
    }
    return account
  }

  private static func account(
    _ fields: inout Fields, user: Account?, provider: Provider
  ) throws -> (Account, isNew: Bool) {
    let named = try fields.string("account")
    guard var new = try fields.object("new_account") else {
      guard let named else {
        if let user { return (user, false) }
        throw fields.error("account", "is missing: an id, an e-mail address, or a sub.")
      }
      guard let account = try provider.store.read({ try $0.account(named: named) }) else {
        throw fields.error("account", "is \(named); there is no such account.")
      }
      if let user, user.id != account.id {
        throw fields.error("user", "is one of \(user.id), but account is one of \(account.id).")
      }
      return (account, false)
    }
    guard named == nil, user == nil else {
      throw fields.error("new_account", "and \(user == nil ? "account" : "user") exclude each other.")
    }
    let account = try Account(&new, ids: provider.identifiers)
    try new.finish()
    return (account, true)
  }

  /// The context with the mutation that is asked for, or that an incident brings.
  private func mutated(_ call: AdminCall) -> Context {
    var context = call.provider.context(base: call.application.base(of: call.request), endpoint: .signIns)
    context.mutation = mutation
    context.mutations =
      call.provider.strike(
        clientID: client.clientID, grantType: nil, account: { account.id }, in: context
      ).mutations
    return context
  }

  /// What ASAuthorizationAppleIDCredential holds, or the native error.
  func native(_ call: AdminCall) throws -> Response {
    let context = mutated(call)
    if let error = outcome.nativeError {
      return .admin(
        [
          "error": [
            "domain": "com.apple.AuthenticationServices.AuthorizationError", "code": .int(error.code),
            "name": .string(error.name),
          ]
        ], status: 201)
    }
    let challenge = try codeChallenge.map { value throws(Refusal) in
      try CodeChallenge(value: value, methodName: codeChallengeMethod)
    }
    let credential = try call.provider.signIn(
      SignIn(
        native: client, account: account, scope: try Scope(scope), state: state, nonce: nonce,
        codeChallenge: challenge, hideEmail: hideEmail, fullName: fullName), isNew: isNew, in: context)
    return .admin(credential.json, status: 201)
  }

  /// `{redirect_uri, response_mode, parameters, body}`, `body` being the exact form post.
  func web(_ call: AdminCall) throws -> Response {
    let context = mutated(call)
    let sent: [(String, String?)] = [
      ("client_id", client.clientID), ("redirect_uri", redirectURI ?? client.redirectURIs.first),
      ("response_type", responseType ?? "code"), ("response_mode", responseMode ?? "form_post"),
      ("scope", scope),
      ("state", state), ("nonce", nonce), ("code_challenge", codeChallenge),
      ("code_challenge_method", codeChallengeMethod),
    ]
    let parameters = try Parameters(sent.compactMap { name, value in value.map { (name, $0) } })
    let authorization = try call.provider.prove(AuthorizationRequest(parameters), in: context)
    guard outcome == .success else { return AuthorizationResponse(cancelled: authorization).admin }
    let credential = try call.provider.signIn(
      SignIn(web: authorization, account: account, hideEmail: hideEmail, fullName: fullName),
      isNew: isNew, in: context)
    return AuthorizationResponse(authorization, credential).admin
  }
}

extension Credential {
  var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "user": .string(user), "identity_token": text(identityToken), "authorization_code": .string(code),
      "email": text(email), "full_name": fullName?.json ?? .null, "real_user_status": .int(realUserStatus),
      "state": text(state), "authorized_scopes": .array(authorizedScopes.map { .string($0) }),
    ]
  }
}

extension AuthorizationResponse {
  fileprivate var admin: Response {
    .admin(
      [
        "redirect_uri": .string(redirectURI), "response_mode": .string(responseMode.rawValue),
        "parameters": .object(parameters.map { JSON.Member($0.name, .string($0.value)) }),
        "body": .string(Form.encode(parameters.map { ($0.name, $0.value) })),
      ], status: 201)
  }
}
