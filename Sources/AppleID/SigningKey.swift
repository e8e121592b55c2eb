/// A key of Apple's side that signs identity tokens, with the moments of its life in seconds since 1970.
package struct SigningKey: Sendable, Equatable {
  /// Where a key stands at a moment: made but not in the key set, in it, signing, in it after it signed, out of it.
  package enum State: String, Sendable, CaseIterable { case waiting, published, signing, retired, withdrawn }

  package let kid: String
  /// PKCS#8 PEM.
  package let privateKey: String
  package var createdAt: Int
  package var publishedFrom: Int?
  package var signsFrom: Int?
  package var signsUntil: Int?
  package var publishedUntil: Int?

  package init(
    kid: String, privateKey: String, createdAt: Int, publishedFrom: Int? = nil, signsFrom: Int? = nil,
    signsUntil: Int? = nil, publishedUntil: Int? = nil
  ) {
    self.kid = kid
    self.privateKey = privateKey
    self.createdAt = createdAt
    self.publishedFrom = publishedFrom
    self.signsFrom = signsFrom
    self.signsUntil = signsUntil
    self.publishedUntil = publishedUntil
  }

  /// Whether the key set shows it at `now`.
  package func isPublished(at now: Int) -> Bool {
    publishedFrom.map { $0 <= now } == true && publishedUntil.map { now < $0 } != false
  }

  /// Whether tokens are signed with it at `now`.
  package func isSigning(at now: Int) -> Bool {
    signsFrom.map { $0 <= now } == true && signsUntil.map { now < $0 } != false
  }

  /// Its state at `now`.
  package func state(at now: Int) -> State {
    if publishedUntil.map({ $0 <= now }) == true { return .withdrawn }
    if isSigning(at: now) { return .signing }
    guard isPublished(at: now) else { return .waiting }
    return signsUntil.map { $0 <= now } == true ? .retired : .published
  }

  /// Whether it has never been used and nothing is planned for it: a key of the pool.
  package var isSpare: Bool { publishedFrom == nil && signsFrom == nil }
}
