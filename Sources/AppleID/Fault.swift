import Primitives

/// A planned misbehaviour of the network or of Apple's edge, as data.
package struct Fault: Sendable, Equatable {
  /// What it does to an answer.
  package enum Effect: Sendable, Equatable {
    /// Milliseconds, and up to so many more.
    case delay(milliseconds: Int, jitter: Int)
    case status(Int, body: String?, contentType: String?)
    case refuse(error: String, description: String?)
    /// The connection closes without an answer after so many milliseconds.
    case hang(milliseconds: Int)
    case reset
    case truncate(bytes: Int)
    case drip(bytesPerSecond: Int)
    case malformedJSON
    case emptyKeySet
    case mutate(IdentityTokenMutation)

    /// Whether it takes the place of the answer: then no work is done, and nothing is used up.
    package var replacesAnswer: Bool {
      switch self {
      case .status, .refuse, .hang, .reset, .emptyKeySet: true
      case .delay, .truncate, .drip, .malformedJSON, .mutate: false
      }
    }
  }

  /// Which requests it meets; nil is any.
  package struct Match: Sendable, Equatable {
    package let clientID: String?
    package let account: String?
    package let grantType: String?

    package init(clientID: String? = nil, account: String? = nil, grantType: String? = nil) {
      self.clientID = clientID
      self.account = account
      self.grantType = grantType
    }

    package func covers(clientID: String?, account: String?, grantType: String?) -> Bool {
      func covers(_ wanted: String?, _ sent: String?) -> Bool {
        guard let wanted else { return true }
        return sent.map(wanted.hasSameBytes) ?? false
      }
      return covers(self.clientID, clientID) && covers(self.account, account)
        && covers(self.grantType, grantType)
    }
  }

  /// Where a fault may be planned: at one of Apple's endpoints, at all of them (nil), and at what leaves.
  package static let endpoints = Endpoint.ofApple + [nil, .notifications]

  /// The name of such a place; `*` for all of Apple's endpoints.
  package static func name(of endpoint: Endpoint?) -> String { endpoint?.rawValue ?? "*" }

  /// Where it strikes; nil for all of Apple's endpoints.
  package let endpoint: Endpoint?
  package let match: Match
  package let effect: Effect
  /// From 0 to 1.
  package let probability: Double
  /// How many requests it meets at most; nil for no end.
  package let times: Int?
  /// Seconds of the clock after which it ends; nil for no end.
  package let expiresIn: Int?
  /// Where its own chance begins; nil for that of the server.
  package let randomSeed: Int?

  package init(
    endpoint: Endpoint?, match: Match = Match(), effect: Effect, probability: Double = 1, times: Int? = nil,
    expiresIn: Int? = nil, randomSeed: Int? = nil
  ) {
    self.endpoint = endpoint
    self.match = match
    self.effect = effect
    self.probability = probability
    self.times = times
    self.expiresIn = expiresIn
    self.randomSeed = randomSeed
  }

  /// Whether it concerns a request to that endpoint.
  package func covers(endpoint: Endpoint?) -> Bool {
    guard let own = self.endpoint else { return endpoint.map(Endpoint.ofApple.contains) ?? false }
    return own == endpoint
  }
}

extension Fault.Effect {
  /// What it is called.
  package enum Kind: String, Sendable, CaseIterable {
    case delay, status, refuse, hang, reset, truncate, drip
    case malformedJSON = "malformed_json"
    case emptyKeySet = "empty_key_set"
    case mutate
  }

  package var kind: Kind {
    switch self {
    case .delay: .delay
    case .status: .status
    case .refuse: .refuse
    case .hang: .hang
    case .reset: .reset
    case .truncate: .truncate
    case .drip: .drip
    case .malformedJSON: .malformedJSON
    case .emptyKeySet: .emptyKeySet
    case .mutate: .mutate
    }
  }
}
