package import AppleID

/// What one request is judged by, read once when it begins: no use case looks at a clock or a switch by itself.
package struct Context {
  /// The endpoint that was called; nil for the admin API.
  package let endpoint: Endpoint?
  /// Seconds since 1970 on the clock the rules obey.
  package let now: Int
  /// Seconds since 1970 on the clock that stamps what goes between the mock and a backend.
  package let stampNow: Int
  package let behaviour: Behaviour
  package let limits: [RateLimit]
  package let faults: [PlannedFault]
  /// The `iss` of tokens.
  package let issuer: String
  /// What is wrong on purpose with the identity token that is signed.
  package var mutation: IdentityTokenMutation?
  /// The faults that may do that.
  package var mutations: [PlannedFault] = []
  package let notes: Notes

  package init(
    endpoint: Endpoint?, now: Int, stampNow: Int, behaviour: Behaviour, limits: [RateLimit],
    faults: [PlannedFault], issuer: String,
    notes: Notes = Notes()
  ) {
    self.endpoint = endpoint
    self.now = now
    self.stampNow = stampNow
    self.behaviour = behaviour
    self.limits = limits
    self.faults = faults
    self.issuer = issuer
    self.notes = notes
  }
}
