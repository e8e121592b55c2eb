import AppleID
package import JSON

extension Provider {
  /// The OpenID Connect discovery document, with Apple's members in Apple's order and the endpoints under `base`.
  package func discovery(base: String, in context: Context) -> JSON {
    func address(_ endpoint: Endpoint) -> JSON { .string(base + (endpoint.path ?? "")) }
    return [
      "issuer": .string(context.behaviour.discoveryIssuer ?? context.issuer),
      "authorization_endpoint": address(.authorize),
      "token_endpoint": address(.token), "revocation_endpoint": address(.revoke),
      "jwks_uri": address(.keys), "response_types_supported": ["code"],
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
