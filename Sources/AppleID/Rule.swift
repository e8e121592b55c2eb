/// One thing that Apple holds a request to. The name goes into the journal, the hint and the fidelity page; a
/// test that holds a rule says so with the trait `.holds`.
package enum Rule: String, Sendable, CaseIterable, Error {
  case pathUnknown = "path_unknown"
  case methodNotAllowed = "method_not_allowed"
  case bodyTooLarge = "body_too_large"
  case wrongContentType = "wrong_content_type"
  case malformedForm = "malformed_form"
  case tooManyParameters = "too_many_parameters"
  case duplicateParameter = "duplicate_parameter"
  case missingParameter = "missing_parameter"

  case clientUnknown = "client_unknown"
  case clientSecretMalformed = "client_secret_malformed"
  case clientSecretAlgNotES256 = "client_secret_alg_not_es256"
  case clientSecretKidMissing = "client_secret_kid_missing"
  case clientSecretKidUnknown = "client_secret_kid_unknown"
  case clientSecretKeyRevoked = "client_secret_key_revoked"
  case clientSecretKeyOfAnotherGroup = "client_secret_key_of_another_group"
  case clientSecretIssMissing = "client_secret_iss_missing"
  case clientSecretIssMismatch = "client_secret_iss_mismatch"
  case clientSecretAudMissing = "client_secret_aud_missing"
  case clientSecretAudMismatch = "client_secret_aud_mismatch"
  case clientSecretSubMissing = "client_secret_sub_missing"
  case clientSecretSubMismatch = "client_secret_sub_mismatch"
  case clientSecretIatMissing = "client_secret_iat_missing"
  case clientSecretIatInFuture = "client_secret_iat_in_future"
  case clientSecretExpMissing = "client_secret_exp_missing"
  case clientSecretExpired = "client_secret_expired"
  case clientSecretExpTooFar = "client_secret_exp_too_far"
  case clientSecretSignatureDER = "client_secret_signature_der"
  case clientSecretSignatureWrong = "client_secret_signature_wrong"

  case unsupportedGrantType = "unsupported_grant_type"
  case refreshTokenSentAsCode = "refresh_token_sent_as_code"
  case codeUnknown = "code_unknown"
  case codeExpired = "code_expired"
  case codeUsed = "code_used"
  case codeRevoked = "code_revoked"
  case codeOfAnotherClient = "code_of_another_client"
  case redirectURIMismatch = "redirect_uri_mismatch"
  case redirectURIMissing = "redirect_uri_missing"
  case codeVerifierMissing = "code_verifier_missing"
  case codeVerifierWrong = "code_verifier_wrong"
  case codeVerifierUnexpected = "code_verifier_unexpected"
  case refreshTokenUnknown = "refresh_token_unknown"
  case refreshTokenOfAnotherClient = "refresh_token_of_another_client"
  case refreshTokenRevoked = "refresh_token_revoked"
  case refreshTokenIdle = "refresh_token_idle"
  case rateLimited = "rate_limited"
  case userAgentMissing = "user_agent_missing"
  case scopeMissing = "scope_missing"
  case scopeUnknown = "scope_unknown"
  case tokenTypeHintMismatch = "token_type_hint_mismatch"
  case revokedTokenOfAnotherClient = "revoked_token_of_another_client"

  case migrationDirectionUnclear = "migration_direction_unclear"
  case accessTokenMissing = "access_token_missing"
  case accessTokenUnknown = "access_token_unknown"
  case accessTokenExpired = "access_token_expired"
  case accessTokenRevoked = "access_token_revoked"
  case accessTokenUsed = "access_token_used"
  case accessTokenOfAnotherClient = "access_token_of_another_client"
  case accessTokenOfAnotherUser = "access_token_of_another_user"
  case transferInactive = "transfer_inactive"
  case transferTargetMismatch = "transfer_target_mismatch"
  case migrationSubUnknown = "migration_sub_unknown"
  case migrationSubOfAnotherTeam = "migration_sub_of_another_team"
  case migrationConsentEnded = "migration_consent_ended"
  case transferSubUnknown = "transfer_sub_unknown"
  case transferSubOfAnotherTeam = "transfer_sub_of_another_team"

  case authorizeClientUnknown = "authorize_client_unknown"
  case authorizeRedirectURIUnregistered = "authorize_redirect_uri_unregistered"
  case authorizeRedirectURINotHTTPS = "authorize_redirect_uri_not_https"
  case authorizeRedirectURILocalhost = "authorize_redirect_uri_localhost"
  case authorizeRedirectURIAddress = "authorize_redirect_uri_address"
  case authorizeRedirectURIFragment = "authorize_redirect_uri_fragment"
  case authorizeResponseTypeUnsupported = "authorize_response_type_unsupported"
  case authorizeResponseModeInvalid = "authorize_response_mode_invalid"
  case authorizeScopeNeedsFormPost = "authorize_scope_needs_form_post"
  case authorizeScopeNotAllowed = "authorize_scope_not_allowed"
  case authorizeChallengeMethodUnknown = "authorize_challenge_method_unknown"
  case authorizeDomainUnregistered = "authorize_domain_unregistered"
  case userCancelled = "user_cancelled"
}

extension Rule {
  /// How well a rule is known to be Apple's.
  package enum Mark: String, Sendable { case documented, observed, guessed }

  /// How Apple says no to it.
  package enum Answer: Sendable, Equatable {
    /// 400 with a JSON ErrorResponse.
    case error(Refusal.Code, String? = nil)
    /// A page that stays with the person, with a code and a sentence; nothing goes to the redirect URI.
    case page(Refusal.Code, String)
    /// Apple's HTML error page with this status.
    case status(Int)
    /// 403 with a sentence, after Continue was pressed.
    case forbiddenPage(String)
    /// An error sent to the redirect URI.
    case redirect(Refusal.Code)
  }
}

extension Rule {
  /// The parameter of an authorization request that it is about; nil where the rule alone does not say.
  package var parameter: String? {
    switch self {
    case .authorizeClientUnknown: "client_id"
    case .authorizeRedirectURIUnregistered, .authorizeRedirectURINotHTTPS, .authorizeRedirectURILocalhost,
      .authorizeRedirectURIAddress, .authorizeRedirectURIFragment, .authorizeDomainUnregistered:
      "redirect_uri"
    case .authorizeResponseTypeUnsupported: "response_type"
    case .authorizeResponseModeInvalid, .authorizeScopeNeedsFormPost: "response_mode"
    case .authorizeScopeNotAllowed: "scope"
    case .authorizeChallengeMethodUnknown: "code_challenge_method"
    default: nil
    }
  }
}

extension Rule.Answer {
  /// The error code in it.
  package var code: Refusal.Code? {
    switch self {
    case .error(let code, _), .page(let code, _), .redirect(let code): code
    case .status, .forbiddenPage: nil
    }
  }

  /// The literal sentence in it, where it has one of its own.
  package var description: String? {
    switch self {
    case .error(_, let description): description
    case .page(_, let sentence), .forbiddenPage(let sentence): sentence
    case .status, .redirect: nil
    }
  }
}
