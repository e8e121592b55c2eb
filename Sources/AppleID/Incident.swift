package import JSON

/// Something that Apple, or the way to it, has really done to its clients, to be replayed by name. It is a layer: it
/// changes nothing but while it runs.
package enum Incident: String, Sendable, CaseIterable {
  case moreKeys = "2020-02-more-keys"
  case nullIdentityToken = "2021-03-null-identity-token"
  case booleanClaims = "2024-02-boolean-claims"
  case pkceEnforced = "2024-10-pkce-enforced"
  case issuerFlip = "2025-06-issuer-flip"
  case relayDomain = "2026-08-relay-domain"
  case keys503 = "keys-503"
  case keysEmpty = "keys-empty"
  case keysHTML = "keys-html"
  case tokenSlow = "token-slow"
  case intermittentInvalidClient = "intermittent-invalid-client"

  /// The switches it sets while it runs.
  package var values: [String: JSON] {
    switch self {
    case .moreKeys: ["signers": 3, "keys_order": "shuffled"]
    case .booleanClaims: ["token_booleans": "mixed"]
    case .pkceEnforced: ["pkce": "enforced"]
    case .issuerFlip: ["discovery_issuer": "https://account.apple.com"]
    case .relayDomain: ["relay_domain": "private.icloud.com"]
    default: [:]
    }
  }

  /// The faults it brings while it runs.
  package var faults: [Fault] {
    switch self {
    case .nullIdentityToken:
      [Endpoint.token, .authorize, .signIns].map {
        Fault(endpoint: $0, effect: .mutate(.nullToken), probability: 0.5)
      }
    case .keys503: [Fault(endpoint: .keys, effect: .status(503, body: nil, contentType: nil))]
    case .keysEmpty: [Fault(endpoint: .keys, effect: .emptyKeySet)]
    case .keysHTML:
      [
        Fault(
          endpoint: .keys,
          effect: .status(
            200, body: "<html><body>We'll be back soon.</body></html>", contentType: "text/html"))
      ]
    case .tokenSlow: [Fault(endpoint: .token, effect: .delay(milliseconds: 20_000, jitter: 0))]
    case .intermittentInvalidClient:
      [Fault(endpoint: .token, effect: .refuse(error: "invalid_client", description: nil), probability: 0.3)]
    default: []
    }
  }

  /// When, what, where it is known from, what it does here, and what a healthy backend makes of it.
  package var story: (date: String, title: String, source: String, effect: String, expect: String) {
    switch self {
    case .moreKeys:
      (
        "2020-02", "The key set grew from one key to three, and tokens carried all of their kids.",
        "parse-community/parse-server#6408", "Three keys sign in turn, and the order of the set changes.",
        "The key is picked by kid, and every token verifies."
      )
    case .nullIdentityToken:
      (
        "2021-03-01", "Half of the successful sign-ins came without an identity token.",
        "invertase/react-native-apple-authentication#194", "Every second token, by chance, is missing.",
        "The sign-in fails with a message and can be repeated; nothing crashes."
      )
    case .booleanClaims:
      (
        "2024-02-06", "email_verified and is_private_email became booleans, both types for some days.",
        "nicokaiser/passport-apple#86", "Each of the claims is a string or a boolean, by chance.",
        "Both types are understood."
      )
    case .pkceEnforced:
      (
        "2024-10", "A code with a code_challenge was refused without its code_verifier.",
        "a-tokyo/apple-signin-auth#180", "PKCE is enforced, whatever the era says.", "The verifier is sent."
      )
    case .issuerFlip:
      (
        "2025-06-10", "The issuer in the discovery document became https://account.apple.com.",
        "supabase/auth#2051", "The discovery document says so; tokens do not.",
        "Tokens of https://appleid.apple.com are still taken."
      )
    case .relayDomain:
      (
        "2026-08", "New relay addresses are of private.icloud.com.", "Apple Developer news, 15 June 2026",
        "Relay addresses made from now on have that domain.",
        "is_private_email tells a relay address, not its domain."
      )
    case .keys503:
      (
        "", "The key set is not to be had: an HTML page with 503.",
        "mikebronner/laravel-sign-in-with-apple#49",
        "/auth/keys answers 503 with Apple's page.",
        "Cached keys are used; what cannot be verified is tried again."
      )
    case .keysEmpty:
      ("", "The key set holds no key.", "ours", "/auth/keys answers {\"keys\":[]}.", "Cached keys are kept.")
    case .keysHTML:
      (
        "", "The key set is an HTML page with status 200.", "ours", "/auth/keys answers 200 with text/html.",
        "It is no key set; cached keys are kept."
      )
    case .tokenSlow:
      (
        "", "The token endpoint takes 20 seconds.", "ours",
        "Each answer of /auth/token waits 20 s; the work is done.",
        "A time-out, and no second use of the code, which is used up."
      )
    case .intermittentInvalidClient:
      (
        "", "Good client secrets are refused now and then.", "Apple Forums 720198",
        "Three of ten requests to /auth/token, by chance, answer invalid_client.",
        "One retry; the code is not used up."
      )
    }
  }
}
