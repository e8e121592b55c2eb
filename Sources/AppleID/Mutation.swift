/// What is wrong on purpose with a token, so that a receiver can be shown it. The names of the kinds overlap.
package struct Mutation: Sendable, Equatable {
  /// What is changed.
  package enum Kind: String, Sendable, CaseIterable {
    case identityToken = "identity_token"
    case clientSecret = "client_secret"
    case notification
  }
  /// What a correct receiver does with it.
  package enum Expectation: String, Sendable, CaseIterable { case refuse, accept, refetch }

  package let name: String
  package let kind: Kind
  package let summary: String
  package let expectation: Expectation

  /// The whole catalogue.
  package static let all =
    IdentityTokenMutation.allCases.map {
      Mutation(name: $0.rawValue, kind: .identityToken, summary: $0.summary, expectation: $0.expectation)
    }
    + ClientSecretMutation.allCases.map {
      Mutation(name: $0.rawValue, kind: .clientSecret, summary: $0.summary, expectation: .refuse)
    }
    + NotificationMutation.allCases.map {
      Mutation(name: $0.rawValue, kind: .notification, summary: $0.summary, expectation: $0.expectation)
    }
}

/// A fault in an identity token.
package enum IdentityTokenMutation: String, Sendable, CaseIterable {
  case expired
  case issuedInFuture = "issued_in_future"
  case wrongIssuer = "wrong_issuer"
  case wrongAudience = "wrong_audience"
  case audienceList = "audience_list"
  case otherTeamSubject = "other_team_subject"
  case missingNonce = "missing_nonce"
  case wrongNonce = "wrong_nonce"
  case algNone = "alg_none"
  case hs256WithPublicKey = "hs256_with_public_key"
  case unknownKid = "unknown_kid"
  case noKid = "no_kid"
  case wrongKey = "wrong_key"
  case tamperedPayload = "tampered_payload"
  case truncatedSignature = "truncated_signature"
  case derSignature = "der_signature"
  case stringBooleans = "string_booleans"
  case missingEmail = "missing_email"
  case nullToken = "null_token"
  case oversized

  package var expectation: Mutation.Expectation {
    switch self {
    case .audienceList, .stringBooleans, .missingEmail: .accept
    case .unknownKid: .refetch
    default: .refuse
    }
  }

  package var summary: String {
    switch self {
    case .expired: "exp has passed by a minute."
    case .issuedInFuture: "iat lies an hour ahead."
    case .wrongIssuer: "iss is https://appleid.example.com."
    case .wrongAudience: "aud is com.example.somebody.else."
    case .audienceList: "aud is a list that holds the client_id."
    case .otherTeamSubject: "sub is the one another team would see."
    case .missingNonce: "nonce is left out."
    case .wrongNonce: "nonce is another than was sent."
    case .algNone: "The header says alg none, and there is no signature."
    case .hs256WithPublicKey: "HS256, keyed with the PEM text of the public key."
    case .unknownKid: "kid is in no key set; nor does it come when the set is fetched again."
    case .noKid: "The header has no kid."
    case .wrongKey: "Signed by another key than the kid's."
    case .tamperedPayload: "sub was changed after signing."
    case .truncatedSignature: "The second half of the signature is missing."
    case .derSignature: "The signature is wrapped in ASN.1 DER."
    case .stringBooleans: "email_verified and is_private_email are strings, as until February 2024."
    case .missingEmail: "email is left out, with the claims that go with it."
    case .nullToken: "There is no token where one belongs, as in March 2021."
    case .oversized: "A claim of 64 KiB makes the token larger than any of Apple's."
    }
  }
}

/// A fault in a client_secret; Apple refuses each.
package enum ClientSecretMutation: String, Sendable, CaseIterable {
  case expired
  case expTooFar = "exp_too_far"
  case iatInFuture = "iat_in_future"
  case wrongTeam = "wrong_team"
  case wrongSubject = "wrong_subject"
  case subjectCase = "subject_case"
  case wrongAudience = "wrong_audience"
  case unknownKid = "unknown_kid"
  case noKid = "no_kid"
  case otherGroupKey = "other_group_key"
  case derSignature = "der_signature"
  case wrongKey = "wrong_key"
  case algNone = "alg_none"
  case hs256
  case missingExp = "missing_exp"
  case missingSub = "missing_sub"

  package var summary: String {
    switch self {
    case .expired: "exp has passed by a minute."
    case .expTooFar: "exp lies a day more than 15777000 s ahead."
    case .iatInFuture: "iat lies ten minutes ahead."
    case .wrongTeam: "iss is another Team ID."
    case .wrongSubject: "sub is another client_id."
    case .subjectCase: "sub differs from client_id in upper and lower case alone."
    case .wrongAudience: "aud is https://appleid.example.com."
    case .unknownKid: "kid is no registered Key ID."
    case .noKid: "The header has no kid."
    case .otherGroupKey: "Signed by a registered key of another app group."
    case .derSignature: "The signature is ASN.1 DER."
    case .wrongKey: "Signed by another private key than the kid's."
    case .algNone: "The header says alg none, and there is no signature."
    case .hs256: "HS256, keyed with the PEM text of the public key."
    case .missingExp: "exp is left out."
    case .missingSub: "sub is left out."
    }
  }
}
