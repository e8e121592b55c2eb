package import JSON

/// How often something may be asked, as data. Apple documents one: a refresh token is verified at most once a day
/// (“Verifying a user”).
package struct RateLimit: Sendable, Equatable {
  /// Whose requests are counted together.
  package enum Per: String, Sendable, CaseIterable {
    case refreshToken = "refresh_token"
    case account, client, address
  }
  /// What a request too many is answered with.
  package enum Answer: String, Sendable, CaseIterable {
    case tooManyRequests = "429"
    case unavailable = "503"
    case invalidClient = "invalid_client"
  }

  package let endpoint: Endpoint
  /// Only requests with this grant_type; nil for any.
  package let grantType: String?
  package let per: Per
  /// How many are let through in one window.
  package let limit: Int
  /// Seconds from the first use.
  package let window: Int
  package let answer: Answer

  package init(endpoint: Endpoint, grantType: String?, per: Per, limit: Int, window: Int, answer: Answer) {
    self.endpoint = endpoint
    self.grantType = grantType
    self.per = per
    self.limit = limit
    self.window = window
    self.answer = answer
  }

  /// The one that Apple documents.
  package static let documented = RateLimit(
    endpoint: .token, grantType: "refresh_token", per: .refreshToken, limit: 1, window: 86400,
    answer: .tooManyRequests)

  /// Tells its uses apart from those of other limits.
  package var key: String { "\(endpoint.rawValue)/\(grantType ?? "*")/\(per.rawValue)/\(limit)/\(window)" }

  /// Whether it counts a request to that endpoint with that grant_type.
  package func covers(endpoint: Endpoint?, grantType: String?) -> Bool {
    self.endpoint == endpoint && (self.grantType == nil || self.grantType == grantType)
  }

  /// The leniency that lets its excess pass, where there is one.
  package var leniency: Leniency? {
    endpoint == .token && per == .refreshToken ? .frequentRefresh : nil
  }

  /// The refusal of a request too many; `retryAfter` is in seconds of the clock.
  package func refusal(retryAfter: Int, client: String?) -> Refusal {
    let answer: Rule.Answer =
      switch answer {
      case .tooManyRequests: .status(429)
      case .unavailable: .status(503)
      case .invalidClient: .error(.invalidClient)
      }
    let wait = Span(retryAfter)
    var hint = "\(words); the next time is in \(wait) (mockapple clock advance \(wait.argument))."
    if let leniency, let client {
      hint += " The leniency \(leniency.rawValue) on \(client) would let it pass."
    }
    return Refusal(.rateLimited, answer: answer, retryAfter: retryAfter, hint: hint)
  }

  /// `A refresh token may be verified once a day`.
  private var words: String {
    let who = per.rawValue.map { $0 == "_" ? " " : String($0) }.joined()
    let what =
      leniency == nil
      ? "Each \(who) may ask \(endpoint.rawValue)" + (grantType.map { " with grant_type \($0)" } ?? "")
      : "A refresh token may be verified"
    let often =
      switch limit {
      case 0: "not even once"
      case 1: "once"
      default: "\(limit) times"
      }
    let period =
      switch window {
      case 86400: "a day"
      case 3600: "an hour"
      case let window where window % 3600 == 0: "in \(Span(window))"
      default: "in \(window) s"
      }
    return "\(what) \(often) \(period)"
  }
}

extension RateLimit {
  private static let grantTypes = ["authorization_code", "refresh_token", "client_credentials"]

  /// `{endpoint, grant_type?, per, limit, window_s, answer?}`; throws `FieldErrors`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    let endpoint = try fields.endpoint("endpoint", among: Endpoint.ofApple)
    let grantType = try fields.string("grant_type")
    guard let per = try fields.choice("per", of: Per.self) else { throw fields.error("per", "is missing.") }
    guard let limit = try fields.int("limit"), limit >= 0 else {
      throw fields.error("limit", "must be a whole number, 0 or more.")
    }
    guard let window = try fields.int("window_s"), window > 0, window < 1_000_000_000 else {
      throw fields.error("window_s", "must be a whole number of seconds, 1 or more.")
    }
    self.init(
      endpoint: endpoint, grantType: grantType, per: per, limit: limit, window: window,
      answer: try Self.answer(&fields))
  }

  /// Throws where no request could ever be counted.
  private func checkThatItCounts(_ fields: Fields) throws(FieldErrors) {
    if let grantType {
      guard endpoint == .token else { throw fields.error("grant_type", "is for the endpoint token alone.") }
      guard Self.grantTypes.contains(grantType) else {
        throw fields.error("grant_type", "is none of \(Self.grantTypes.joined(separator: ", ")).")
      }
    }
    switch per {
    case .address: break
    case .client where [Endpoint.discovery, .keys].contains(endpoint):
      throw fields.error("per", "is client, which \(endpoint.rawValue) is not told; use address.")
    case .account
    where ![Endpoint.token, .userMigration].contains(endpoint) || grantType == "client_credentials":
      throw fields.error(
        "per", "is account, which is counted at usermigrationinfo, and at token but for client_credentials.")
    case .refreshToken where endpoint != .token || grantType.map { $0 != "refresh_token" } == true:
      throw fields.error("per", "is refresh_token, which is counted at token with grant_type refresh_token.")
    case .client, .account, .refreshToken: break
    }
  }

  private static func answer(_ fields: inout Fields) throws(FieldErrors) -> Answer {
    guard let sent = fields.value("answer"), !sent.isNull else { return .tooManyRequests }
    let text = sent.int.map(String.init) ?? sent.string ?? ""
    guard let answer = Answer(rawValue: text) else {
      throw fields.error("answer", "must be 429, 503 or \"invalid_client\".")
    }
    return answer
  }

  package var json: JSON {
    [
      "endpoint": .string(endpoint.rawValue), "grant_type": grantType.map { .string($0) } ?? .null,
      "per": .string(per.rawValue), "limit": .int(limit), "window_s": .int(window),
      "answer": Int(answer.rawValue).map { .int($0) } ?? .string(answer.rawValue),
    ]
  }

  /// A list of limits; throws `FieldErrors` with the path of what is wrong. One that `isStored` was let in once, and may
  /// stay.
  package static func list(_ entries: [Fields], isStored: Bool = false) throws(FieldErrors) -> [RateLimit] {
    var limits: [RateLimit] = []
    for var entry in entries {
      let limit = try RateLimit(&entry)
      try entry.finish()
      if !isStored { try limit.checkThatItCounts(entry) }
      limits.append(limit)
    }
    return limits
  }
}
