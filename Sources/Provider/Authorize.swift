package import AppleID
import Store

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
    return try request.proven(client: client, registered: registered, notes: context.notes)
  }
}
