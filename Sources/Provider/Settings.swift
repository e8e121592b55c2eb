package import AppleID
package import Crypto

/// What the front door decides once, when the provider is made.
package struct Settings: Sendable {
  /// The issuer of tokens: Apple's, another, or the address a request came to.
  package enum Issuer: Sendable, Equatable {
    case fixed(String), itself

    package static let apple = Issuer.fixed("https://appleid.apple.com")

    func issuer(base: String) -> String {
      switch self {
      case .fixed(let text): text
      case .itself: base
      }
    }
  }

  package let issuer: Issuer
  package let seed: Seed
  /// The signing keys that a fresh store begins with; asked for only then, since they may have to be made.
  package let signingKeys: @Sendable () throws -> [(kid: String, pem: String)]
  /// Private halves whose public half the seed may name, such as the sample's: with them the mock can mint.
  package let knownKeys: [ECPrivateKey]
  /// Who signs in at `/auth/authorize` without a click, from the start and after a reset.
  package let autoSignIn: AutoSignIn?
  /// An era that is laid over the seed, from the start and after a reset.
  package let era: Era?
  /// The real clock.
  package let clock: Clock
  package let random: Random
  /// How notifications leave.
  package let outbound: Outbound
  /// Is told of every event as it comes, on the thread that it comes on.
  package let tap: @Sendable (Events.Event) -> Void

  package init(
    issuer: Issuer = .apple, seed: Seed,
    signingKeys: @escaping @Sendable () throws -> [(kid: String, pem: String)],
    knownKeys: [ECPrivateKey], autoSignIn: AutoSignIn? = nil, era: Era? = nil,
    clock: Clock, random: Random, outbound: Outbound = .none,
    tap: @escaping @Sendable (Events.Event) -> Void = { _ in }
  ) {
    self.issuer = issuer
    self.seed = seed
    self.signingKeys = signingKeys
    self.knownKeys = knownKeys
    self.autoSignIn = autoSignIn
    self.era = era
    self.clock = clock
    self.random = random
    self.outbound = outbound
    self.tap = tap
  }
}
