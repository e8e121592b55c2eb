import AppleID
import HTTP
import JSON
import Primitives
import Provider
import Store

extension AppleRoute {
  /// `GET /auth/authorize`: a page to choose an account on, or no click at all.
  static let authorize = AppleRoute(
    .authorize,
    get: { call in
      do {
        let pairs = try call.query()
        let asked = pairs.filter { !$0.name.hasPrefix("mock_") }
        let request = AuthorizationRequest(try Parameters(asked.map { ($0.name, $0.value) }))
        let authorization = try call.provider.prove(request, in: call.context)
        if let choice = try choice(pairs, call) {
          return try .answer(call.provider.authorize(authorization, choice: choice, in: call.context))
        }
        let accounts = try call.provider.store.read { try $0.accounts() }
        return .page(
          .accounts(ordered(accounts, by: request.parameters["login_hint"]), for: authorization, asked: asked)
        )
      } catch let refusal as Refusal {
        throw refusal.asPage
      }
    })

  /// Who signs in without a click: as the request's own `mock_` parameters say, or as was arranged beforehand.
  private static func choice(_ pairs: [Form.Pair], _ call: Call) throws -> AutoSignIn? {
    // HEAD only looks.
    guard call.request.method == "GET" else { return nil }
    for pair in pairs where pair.name.hasPrefix("mock_") { try check(pair) }
    func value(_ name: String) -> String? { pairs.last { $0.name == "mock_" + name }?.value }
    guard let account = value("account") else { return try call.provider.takeAutoSignIn() }
    let names = (value("given_name"), value("family_name"))
    return AutoSignIn(
      account: account, hideEmail: value("hide_email").map { $0 == "true" },
      fullName: names == (nil, nil) ? nil : PersonName(givenName: names.0, familyName: names.1),
      isCancelled: value("outcome") == "cancel")
  }

  /// Refuses a parameter of ours that means nothing: the sign-in would be another than was meant.
  private static func check(_ pair: Form.Pair) throws(Refusal) {
    guard let values = ours.first(where: { $0.name == pair.name })?.values else {
      let known = ours.map(\.name).joined(separator: ", ")
      throw Refusal(.missingParameter, hint: "\(pair.name) is unknown; known are: \(known).")
    }
    guard values.isEmpty || values.contains(pair.value) else {
      throw Refusal(
        .missingParameter,
        hint: "\(pair.name) is \(pair.value); it must be \(values.joined(separator: " or ")).")
    }
  }

  /// The parameters that no real client sends, with their values where the list is closed.
  private static let ours: [(name: String, values: [String])] = [
    ("mock_account", []), ("mock_hide_email", ["true", "false"]), ("mock_given_name", []),
    ("mock_family_name", []), ("mock_outcome", ["success", "cancel"]),
  ]

  /// The accounts, the hinted one first.
  private static func ordered(_ accounts: [Account], by hint: String?) -> [Account] {
    guard let hint else { return accounts }
    func isHinted(_ account: Account) -> Bool {
      account.id.hasSameBytes(as: hint) || account.email?.hasSameBytes(as: hint) == true
    }
    return accounts.filter(isHinted) + accounts.filter { !isHinted($0) }
  }
}

extension Refusal {
  /// The same as a page that stays with the person: nothing is proven yet that it could be sent to.
  fileprivate var asPage: Refusal {
    guard case .error(let code, _) = answer else { return self }
    let sentence = "Request missing required parameter or unsupported parameters or invalid redirect url"
    return Refusal(rule, answer: .page(code, sentence), hint: hint)
  }
}

extension Response {
  /// An authorization response on its way, by the mode that was asked for.
  fileprivate static func answer(_ answer: AuthorizationResponse) -> Response {
    let encoded = Form.encode(answer.parameters.map { ($0.name, $0.value) })
    switch answer.responseMode {
    case .query:
      let mark = answer.redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return redirect(answer.redirectURI + mark + encoded)
    case .fragment: return redirect(answer.redirectURI + "#" + encoded)
    case .formPost: return page(.formPost(answer))
    case .webMessage: return page(.webMessage(answer))
    }
  }

  private static func redirect(_ location: String) -> Response {
    Response(status: 302, headers: ["Location": location, "Cache-Control": "no-store", "Pragma": "no-cache"])
  }
}
