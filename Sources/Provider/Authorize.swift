package import AppleID
import Store
import Synchronization

extension Provider {
  /// Proves an authorization request against the registry (Apple, “Request an authorization”). Throws `Refusal`,
  /// as a page.
  package func prove(_ request: AuthorizationRequest, in context: Context) throws -> Authorization {
    let clientID = request.parameters["client_id"]
    context.notes.clientID = clientID
    let (client, registered) = try store.read { tx in
      let client = try clientID.flatMap { try tx.client($0) }
      return (client, client == nil ? try tx.clientIDs() : [])
    }
    if let client { try limit(.client, client.clientID, of: client, in: context) }
    return try request.proven(client: client, registered: registered, notes: context.notes)
  }

  /// What the person's choice on Apple's page comes to: Continue, or Cancel. Throws `Refusal` where the person is not
  /// known, or Apple's page would fail.
  package func authorize(
    _ authorization: Authorization, choice: AutoSignIn, in context: Context
  ) throws -> AuthorizationResponse {
    guard let account = try store.read({ try $0.account(named: choice.account) }) else {
      throw Refusal(.missingParameter, hint: "There is no account \(choice.account) to sign in.")
    }
    context.notes.account = account.id
    guard !choice.isCancelled else { return AuthorizationResponse(cancelled: authorization) }
    try authorization.checkDomain()
    let credential = try signIn(
      SignIn(web: authorization, account: account, hideEmail: choice.hideEmail, fullName: choice.fullName),
      in: context)
    return AuthorizationResponse(authorization, credential)
  }
}
