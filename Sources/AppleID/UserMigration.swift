package import JSON

/// A request to `/auth/usermigrationinfo` whose parameters are there (Apple, “Transferring your apps and users to
/// another team”, “Bringing new apps and users into your team”).
package struct UserMigrationRequest: Sendable, Equatable {
  /// Which team asks for what.
  package enum Direction: Sendable, Equatable {
    /// The sending team: its `sub`, and the recipient's Team ID.
    case sending(sub: String, target: String)
    /// The receiving team.
    case receiving(transferSub: String)
  }

  package let clientID: String
  package let clientSecret: String
  package let direction: Direction
  /// What came as `Authorization: Bearer` (RFC 6750 section 2.1).
  package let accessToken: String?

  /// Reads the parameters; throws `Refusal` where one is missing, or where both directions are asked for.
  package init(_ parameters: Parameters, authorization: String?) throws(Refusal) {
    clientID = try parameters.required("client_id")
    clientSecret = try parameters.required("client_secret")
    if let transferSub = parameters["transfer_sub"] {
      guard parameters["sub"] == nil else {
        throw Refusal(
          .migrationDirectionUnclear,
          hint: "Both sub and transfer_sub were sent; the sending team sends sub and target, "
            + "the receiving team transfer_sub.")
      }
      direction = .receiving(transferSub: transferSub)
    } else if parameters["sub"] == nil, parameters.isSent("transfer_sub") {
      direction = .receiving(transferSub: try parameters.required("transfer_sub"))
    } else {
      direction = .sending(sub: try parameters.required("sub"), target: try parameters.required("target"))
    }
    accessToken = Self.bearer(authorization)
  }

  /// The token of an `Authorization` header; nil where its scheme is another, or nothing follows.
  private static func bearer(_ header: String?) -> String? {
    let words = (header ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    // One space or more (RFC 6750, section 2.1).
    return String(words[1].drop { $0 == " " })
  }
}

/// What `/auth/usermigrationinfo` answers, in the order of the wire.
package enum UserMigrationResponse: Sendable, Equatable {
  case transferSub(String)
  /// The person as the receiving team knows them; the address where it is a relay's.
  case user(sub: String, privateEmail: String?)

  package var json: JSON {
    switch self {
    case .transferSub(let transferSub): ["transfer_sub": .string(transferSub)]
    case .user(let sub, nil): ["sub": .string(sub)]
    case .user(let sub, let address?):
      ["sub": .string(sub), "email": .string(address), "is_private_email": true]
    }
  }
}
