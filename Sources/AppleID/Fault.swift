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

  /// The endpoints of Apple's side; `*` is any of them.
  package static let endpoints = [
    "discovery", "keys", "authorize", "token", "revoke", "usermigrationinfo", "*",
  ]
  /// What leaves: the notifications.
  package static let outgoing = "notifications"

  /// One of `endpoints`, or `outgoing`; an incident may also name `sign-ins`, the admin's.
  package let endpoint: String
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
    endpoint: String, match: Match = Match(), effect: Effect, probability: Double = 1, times: Int? = nil,
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
  package func covers(endpoint: String) -> Bool {
    self.endpoint == endpoint || (self.endpoint == "*" && Self.endpoints.contains(endpoint))
  }
}
