package import JSON
import Primitives

extension Fault {
  /// `{endpoint, match?, effect, probability?, times?, expires_in_s?, random_seed?}`; throws `FieldErrors`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    let name = try fields.requiredString("endpoint")
    guard let endpoint = Self.endpoints.first(where: { Self.name(of: $0).hasSameBytes(as: name) }) else {
      let known = Self.endpoints.map(Self.name).joined(separator: ", ")
      throw fields.error("endpoint", "is none of \(known).")
    }
    guard var effect = try fields.object("effect") else { throw fields.error("effect", "is missing.") }
    let made = try Effect(&effect)
    try effect.finish()
    if endpoint == .notifications, !made.canStopNotifications {
      throw effect.error("type", "must be status or delay for notifications.")
    }
    let probability = try fields.double("probability") ?? 1
    guard (0...1).contains(probability) else { throw fields.error("probability", "must be from 0 to 1.") }
    self.init(
      endpoint: endpoint, match: try Match(&fields), effect: made, probability: probability,
      times: try fields.number("times", 1...1_000_000_000),
      expiresIn: try fields.number("expires_in_s", 1...1_000_000_000),
      randomSeed: try fields.int("random_seed"))
  }

  package var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    func number(_ value: Int?) -> JSON { value.map { .int($0) } ?? .null }
    return [
      "endpoint": .string(Self.name(of: endpoint)),
      "match": [
        "client_id": text(match.clientID), "account": text(match.account),
        "grant_type": text(match.grantType),
      ], "effect": effect.json, "probability": .double(probability), "times": number(times),
      "expires_in_s": number(expiresIn), "random_seed": number(randomSeed),
    ]
  }
}

extension Fault.Match {
  fileprivate init(_ fields: inout Fields) throws(FieldErrors) {
    guard var match = try fields.object("match") else {
      self.init()
      return
    }
    self.init(
      clientID: try match.string("client_id"), account: try match.string("account"),
      grantType: try match.string("grant_type"))
    try match.finish()
  }
}

extension Fault.Effect {
  /// Whether it can happen to what leaves: a notification is dropped, with the status its sender sees, or is late.
  fileprivate var canStopNotifications: Bool {
    switch self {
    case .delay, .status: true
    case .refuse, .hang, .reset, .truncate, .drip, .malformedJSON, .emptyKeySet, .mutate: false
    }
  }

  fileprivate init(_ fields: inout Fields) throws(FieldErrors) {
    guard let kind = try fields.choice("type", of: Kind.self) else {
      throw fields.error("type", "is missing.")
    }
    let longest = 3_600_000
    switch kind {
    case .delay:
      self = .delay(
        milliseconds: try fields.required("milliseconds", 0...longest),
        jitter: try fields.number("jitter_ms", 0...longest) ?? 0)
    case .status:
      self = .status(
        try fields.required("status", 200...599), body: try fields.string("body"),
        contentType: try fields.string("content_type"))
    case .refuse:
      self = .refuse(
        error: try fields.requiredString("error"), description: try fields.string("error_description"))
    case .hang: self = .hang(milliseconds: try fields.required("milliseconds", 0...longest))
    case .reset: self = .reset
    case .truncate: self = .truncate(bytes: try fields.required("bytes", 0...1_000_000_000))
    case .drip: self = .drip(bytesPerSecond: try fields.required("bytes_per_second", 1...1_000_000_000))
    case .malformedJSON: self = .malformedJSON
    case .emptyKeySet: self = .emptyKeySet
    case .mutate:
      guard let mutation = try fields.choice("mutation", of: IdentityTokenMutation.self) else {
        throw fields.error("mutation", "is missing; GET /admin/mutations lists them.")
      }
      self = .mutate(mutation)
    }
  }

  package var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    let members: [JSON.Member] =
      switch self {
      case .delay(let milliseconds, let jitter):
        [JSON.Member("milliseconds", .int(milliseconds)), JSON.Member("jitter_ms", .int(jitter))]
      case .status(let status, let body, let contentType):
        [
          JSON.Member("status", .int(status)), JSON.Member("body", text(body)),
          JSON.Member("content_type", text(contentType)),
        ]
      case .refuse(let error, let description):
        [JSON.Member("error", .string(error)), JSON.Member("error_description", text(description))]
      case .hang(let milliseconds): [JSON.Member("milliseconds", .int(milliseconds))]
      case .truncate(let bytes): [JSON.Member("bytes", .int(bytes))]
      case .drip(let rate): [JSON.Member("bytes_per_second", .int(rate))]
      case .mutate(let mutation): [JSON.Member("mutation", .string(mutation.rawValue))]
      case .reset, .malformedJSON, .emptyKeySet: []
      }
    return .object([JSON.Member("type", .string(kind.rawValue))] + members)
  }
}

extension Fields {
  fileprivate mutating func required(_ name: String, _ range: ClosedRange<Int>) throws(FieldErrors) -> Int {
    guard let number = try number(name, range) else { throw error(name, "is missing.") }
    return number
  }
}
