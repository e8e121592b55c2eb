/// What is found out about one request while it is served, for the journal. It stays on that request's thread.
package final class Notes {
  package var clientID: String?
  package var account: String?
  package var grantType: String?
  /// What Apple would have refused, had a leniency of the client not let it pass.
  package private(set) var forgiven: [(leniency: Leniency, refusal: Refusal)] = []
  /// Remarks of the rules on a request that was not refused, such as a revocation that had no effect.
  package var remarks: [String] = []
  /// Planned faults that met a token rather than the answer.
  package var faults: [String] = []

  package init() {}

  /// Lets a request pass that Apple would refuse where `client` has the leniency for it; throws the refusal
  /// otherwise, with the way to get the leniency in its hint.
  package func forgive(_ refusal: Refusal, with leniency: Leniency, of client: Client) throws(Refusal) {
    guard client.leniencies.contains(leniency) else { throw refusal }
    forgiven.append((leniency, refusal))
  }
}
