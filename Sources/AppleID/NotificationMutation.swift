package import Crypto
import JOSE
package import JSON

/// A fault in a server-to-server notification, so that a receiver can be shown it.
package enum NotificationMutation: String, Sendable, CaseIterable {
  case badSignature = "bad_signature"
  case unknownKid = "unknown_kid"
  case wrongAudience = "wrong_audience"
  case wrongIssuer = "wrong_issuer"
  case expired
  case eventsObject = "events_object"
  case algNone = "alg_none"

  package var expectation: Mutation.Expectation {
    switch self {
    case .unknownKid: .refetch
    case .eventsObject: .accept
    case .badSignature, .wrongAudience, .wrongIssuer, .expired, .algNone: .refuse
    }
  }

  package var summary: String {
    switch self {
    case .badSignature: "The last byte of the signature is another."
    case .unknownKid: "kid is in no key set; nor does it come when the set is fetched again."
    case .wrongAudience: "aud is com.example.somebody.else."
    case .wrongIssuer: "iss is https://appleid.example.com."
    case .expired: "exp has passed by a minute."
    case .eventsObject: "events is an object, as Apple's page prints it, not a string."
    case .algNone: "The header says alg none, and there is no signature."
    }
  }

  /// The claims with this fault in them; `now` is in seconds since 1970.
  package func changed(_ claims: JSON, events: JSON, now: Int) -> JSON {
    switch self {
    case .wrongAudience: claims.with("aud", "com.example.somebody.else")
    case .wrongIssuer: claims.with("iss", "https://appleid.example.com")
    case .expired: claims.with("exp", .int(now - 60)).with("iat", .int(now - 60 - NotificationEvent.lifetime))
    case .eventsObject: claims.with("events", events)
    case .badSignature, .unknownKid, .algNone: claims
    }
  }

  /// The JWS with this fault in header or signature; throws where OpenSSL fails.
  package func signed(_ claims: JSON, kid: String, key: RSAPrivateKey) throws -> String {
    let header = IdentityToken.header(kid: kid)
    let input = JWS.signingInput(header: header, payload: claims.bytes())
    switch self {
    case .algNone:
      return JWS.compact(
        JWS.signingInput(header: header.with("alg", "none"), payload: claims.bytes()), signature: [])
    case .unknownKid: return try JWS.rs256(header: header.with("kid", "UNKNOWN000"), claims: claims, key: key)
    case .badSignature:
      let signature = try key.signature(for: input)
      return JWS.compact(input, signature: signature.dropLast() + [(signature.last ?? 0) ^ 1])
    case .wrongAudience, .wrongIssuer, .expired, .eventsObject:
      return try JWS.rs256(header: header, claims: claims, key: key)
    }
  }
}
