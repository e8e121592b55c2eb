import Primitives

/// What came to `/auth/authorize`, unproven (RFC 6749 section 4.1.1; Apple, “Request an authorization”). Until
/// client and redirect URI are proven a refusal can only become a page that stays with the person.
package struct AuthorizationRequest: Sendable {
  package let parameters: Parameters

  package init(_ parameters: Parameters) { self.parameters = parameters }

  /// Proves it against the client registered under its client_id (nil: none is), in Apple's order. Throws
  /// `Refusal`, always as a page.
  package func proven(client: Client?, registered: [String], notes: Notes) throws(Refusal) -> Authorization {
    let clientID = try parameters.required("client_id")
    guard let client else {
      throw Refusal(.authorizeClientUnknown, hint: Mistake.clientID(clientID, registered: registered))
    }
    let redirectURI = try parameters.required("redirect_uri")
    try RedirectURI(redirectURI).check(for: client, notes: notes)
    let responseType = try responseType()
    let scope = try Scope(parameters["scope"])
    return Authorization(
      client: client, redirectURI: redirectURI, includesIDToken: responseType,
      responseMode: try responseMode(includesIDToken: responseType, scope: scope), scope: scope,
      state: parameters["state"], nonce: parameters["nonce"], codeChallenge: try codeChallenge())
  }

  /// Whether an id_token is asked for beside the code.
  private func responseType() throws(Refusal) -> Bool {
    let sent = try parameters.required("response_type")
    switch sent.split(separator: " ").sorted() {
    case ["code"]: return false
    case ["code", "id_token"]: return true
    default:
      throw Refusal(
        .authorizeResponseTypeUnsupported,
        hint: "response_type is \(sent); Apple takes code, or code id_token.")
    }
  }

  private func responseMode(includesIDToken: Bool, scope: Scope) throws(Refusal) -> ResponseMode {
    guard let sent = parameters["response_mode"] else {
      guard scope.isEmpty else {
        throw Refusal(
          .authorizeScopeNeedsFormPost, hint: "response_mode is missing; with a scope it must be form_post.")
      }
      return includesIDToken ? .fragment : .query
    }
    guard let mode = ResponseMode(rawValue: sent) else {
      let known = ResponseMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(.authorizeResponseModeInvalid, hint: "response_mode is \(sent); Apple knows \(known).")
    }
    guard scope.isEmpty || mode == .formPost || mode == .webMessage else {
      throw Refusal(
        .authorizeScopeNeedsFormPost,
        hint: "scope is \(scope.names.joined(separator: " ")) and response_mode is \(sent); "
          + "name and email are only ever posted.")
    }
    guard !includesIDToken || mode != .query else {
      throw Refusal(
        .authorizeResponseModeInvalid,
        hint: "response_type holds id_token, and response_mode is query; use form_post or fragment.")
    }
    return mode
  }

  private func codeChallenge() throws(Refusal) -> CodeChallenge? {
    guard let value = parameters["code_challenge"] else { return nil }
    return try CodeChallenge(value: value, methodName: parameters["code_challenge_method"])
  }
}

/// How the answer travels to the redirect URI (Apple; `web_message` is the popup's).
package enum ResponseMode: String, Sendable, CaseIterable {
  case query, fragment
  case formPost = "form_post"
  case webMessage = "web_message"
}

/// A request whose client and redirect URI are proven: it has a place to send an answer to.
package struct Authorization: Sendable, Equatable {
  package let client: Client
  package let redirectURI: String
  package let includesIDToken: Bool
  package let responseMode: ResponseMode
  package let scope: Scope
  package let state: String?
  package let nonce: String?
  package let codeChallenge: CodeChallenge?

  /// Refuses a popup whose page is on a domain that is not registered: at Apple the page loads, and Continue fails.
  package func checkDomain() throws(Refusal) {
    let host = RedirectURI(redirectURI).host
    guard responseMode == .webMessage,
      !client.domains.contains(where: { $0.lowercasedASCII().hasSameBytes(as: host) })
    else {
      return
    }
    throw Refusal(
      .authorizeDomainUnregistered,
      hint: "\(host) is not among the domains of \(client.clientID): "
        + (client.domains.isEmpty ? "none is registered." : client.domains.joined(separator: ", ") + "."))
  }
}

extension CodeChallenge {
  /// A challenge as it was sent; a missing method is `plain` (RFC 7636 section 4.3). Throws `Refusal`.
  package init(value: String, methodName: String?) throws(Refusal) {
    guard let method = Method(rawValue: methodName ?? "plain") else {
      throw Refusal(
        .authorizeChallengeMethodUnknown,
        hint: "code_challenge_method is \(methodName ?? ""); use S256 or plain.")
    }
    self.init(value: value, method: method)
  }
}
