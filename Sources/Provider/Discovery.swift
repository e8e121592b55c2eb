import AppleID
package import JSON

extension Provider {
  /// The OpenID Connect discovery document, with Apple's members in Apple's order and the endpoints under `base`.
  package func discovery(base: String, in context: Context) -> JSON {
    [
      "issuer": .string(context.behaviour.discoveryIssuer ?? context.issuer),
      "authorization_endpoint": .string(base + "/auth/authorize"),
      "token_endpoint": .string(base + "/auth/token"), "revocation_endpoint": .string(base + "/auth/revoke"),
      "jwks_uri": .string(base + "/auth/keys"), "response_types_supported": ["code"],
      "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"], "scopes_supported": ["openid", "email", "name"],
      "token_endpoint_auth_methods_supported": ["client_secret_post"],
      "claims_supported": [
        "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported",
        "real_user_status", "sub", "transfer_sub",
      ],
    ]
  }
}
