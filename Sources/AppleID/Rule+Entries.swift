extension Rule {
  /// How Apple says no to it.
  package var answer: Answer { entry.answer }
  /// How well it is known to be Apple's.
  package var mark: Mark { entry.mark }
  /// Where it is known from: a page of Apple's, or a public report.
  package var source: String { entry.source }
  /// What it asks for, as a sentence.
  package var title: String { entry.title }

  private typealias Entry = (answer: Answer, mark: Mark, source: String, title: String)

  private static let secretPage = "Apple, “Creating a client secret”"
  private static let transferPage = "Apple, “Transferring your apps and users to another team”"
  private static let expiredText = "The code has expired or has been revoked."
  private static let redirectText = "Invalid web redirect url."

  private var entry: Entry {
    switch self {
    case .pathUnknown:
      (.status(404), .guessed, "sibling hosts of Apple", "Only Apple's paths exist.")
    case .methodNotAllowed:
      (.status(405), .guessed, "no public record", "Each path takes the method Apple documents.")
    case .bodyTooLarge:
      (.status(413), .guessed, "no public record", "A request body is at most 64 KiB.")
    case .wrongContentType:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "A body is application/x-www-form-urlencoded.")
    case .malformedForm:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "Form values are percent-encoded UTF-8.")
    case .tooManyParameters:
      (.error(.invalidRequest), .guessed, "no public record", "A form has at most 1000 parameters.")
    case .duplicateParameter:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "A parameter is sent once.")
    case .missingParameter:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "Required parameters are there and not empty.")

    case .clientUnknown:
      (.error(.invalidClient), .documented, "Apple, TN3107", "client_id is a registered identifier.")
    case .clientSecretMalformed:
      (.error(.invalidClient), .observed, "Apple Forums 681824", "client_secret is a signed JWT.")
    case .clientSecretAlgNotES256:
      (.error(.invalidClient), .documented, Self.secretPage, "The header's alg is ES256.")
    case .clientSecretKidMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "The header has a kid.")
    case .clientSecretKidUnknown:
      (.error(.invalidClient), .documented, Self.secretPage, "kid is a registered Key ID.")
    case .clientSecretKeyRevoked:
      (.error(.invalidClient), .observed, "Apple Forums 713882", "The key has not been revoked.")
    case .clientSecretKeyOfAnotherGroup:
      (
        .error(.invalidClient), .guessed, "Apple, “Configuring your environment”",
        "The key belongs to the app's group."
      )
    case .clientSecretIssMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "iss is there, as a string.")
    case .clientSecretIssMismatch:
      (
        .error(.invalidClient), .documented, Self.secretPage,
        "iss is the Team ID of key and client."
      )
    case .clientSecretSubMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "sub is there, as a string.")
    case .clientSecretSubMismatch:
      (.error(.invalidClient), .documented, Self.secretPage, "sub is client_id, letter for letter.")
    case .clientSecretAudMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "aud is there.")
    case .clientSecretAudMismatch:
      (.error(.invalidClient), .documented, Self.secretPage, "aud is https://appleid.apple.com.")
    case .clientSecretIatMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "iat is there, as a number.")
    case .clientSecretIatInFuture:
      (.error(.invalidClient), .observed, "rorkai/App-Store-Connect-CLI#2093", "iat is not in the future.")
    case .clientSecretExpMissing:
      (.error(.invalidClient), .documented, Self.secretPage, "exp is there, as a number.")
    case .clientSecretExpired:
      (.error(.invalidClient), .documented, Self.secretPage, "exp has not passed.")
    case .clientSecretExpTooFar:
      (.error(.invalidClient), .documented, Self.secretPage, "exp is at most 15777000 s ahead.")
    case .clientSecretSignatureDER:
      (.error(.invalidClient), .documented, "Apple, TN3107", "The signature is raw R‖S, not ASN.1 DER.")
    case .clientSecretSignatureWrong:
      (.error(.invalidClient), .documented, "Apple, TN3107", "The signature is the registered key's.")

    case .unsupportedGrantType:
      (
        .error(.unsupportedGrantType), .observed, "OpenID Foundation, “How Sign in with Apple differs”",
        "grant_type is one that Apple knows."
      )
    case .refreshTokenSentAsCode:
      (
        .error(.unsupportedGrantType), .observed, "Apple Forums 121627",
        "A refresh token is not sent as code."
      )
    case .codeUnknown:
      (
        .error(.invalidGrant, Self.expiredText), .observed, "Timothylock/go-signin-with-apple#39",
        "code is one that was issued."
      )
    case .codeExpired:
      (
        .error(.invalidGrant, Self.expiredText), .documented, "Apple, “Token validation”; Forums 726004",
        "A code is redeemed within five minutes."
      )
    case .codeUsed:
      (
        .error(.invalidGrant, "The code has already been used."), .observed, "Apple Forums 726004",
        "A code is redeemed once."
      )
    case .codeRevoked:
      (
        .error(.invalidGrant, Self.expiredText), .observed, "Timothylock/go-signin-with-apple#39",
        "A code dies with the authorization it came from."
      )
    case .codeOfAnotherClient:
      (
        .error(.invalidGrant, "client_id mismatch. The code was not issued to {client_id}."), .observed,
        "Apple Forums 118135", "A code is redeemed by the client it was issued to."
      )
    case .redirectURIMismatch:
      (
        .error(.invalidGrant, "redirect_uri mismatch. The code was not issued to {redirect_uri}."), .observed,
        "ananay/apple-auth#31", "redirect_uri is that of the authorization request."
      )
    case .redirectURIMissing:
      (.error(.invalidGrant), .guessed, "no public record", "A code of the web flow wants its redirect_uri.")
    case .codeVerifierMissing:
      (
        .error(.invalidGrant), .observed, "a-tokyo/apple-signin-auth#180 (the body is guessed)",
        "A code with a code_challenge wants its code_verifier."
      )
    case .codeVerifierWrong:
      (.error(.invalidGrant), .guessed, "RFC 7636 section 4.6", "code_verifier matches code_challenge.")
    case .codeVerifierUnexpected:
      (
        .error(.invalidGrant), .guessed, "better-auth/better-auth#10294 (the body is guessed)",
        "A code without code_challenge takes no code_verifier."
      )
    case .refreshTokenUnknown:
      (.error(.invalidGrant), .documented, "Apple, TN3107", "refresh_token is one that was issued.")
    case .refreshTokenOfAnotherClient:
      (.error(.invalidGrant), .documented, "Apple, TN3107", "refresh_token was issued to this client.")
    case .refreshTokenRevoked:
      (
        .error(.invalidGrant), .documented, "Apple, “Verifying a user”; TN3107",
        "refresh_token has not been revoked."
      )
    case .refreshTokenIdle:
      (
        .error(.invalidGrant), .guessed, "no public record (switch refresh_token_idle_s)",
        "refresh_token is used before it has been idle too long."
      )
    case .rateLimited:
      (
        .status(429), .documented, "Apple, “Verifying a user” (the answer is guessed)",
        "A refresh token is verified at most once a day."
      )
    case .userAgentMissing:
      (
        .error(.invalidClient), .observed, "Stack Overflow (low confidence; switch require_user_agent)",
        "A request has a User-Agent."
      )
    case .scopeMissing:
      (
        .error(.invalidRequest), .guessed, "Apple, “Transferring your apps and users to another team”",
        "grant_type=client_credentials has a scope."
      )
    case .scopeUnknown:
      (
        .error(.invalidScope), .documented, "Apple, “Transferring your apps and users to another team”",
        "The scope of client_credentials is user.migration."
      )
    case .tokenTypeHintMismatch:
      (
        .error(.invalidGrant), .guessed, "Apple, TN3107 (switch revoke_hint_mismatch)",
        "token_type_hint names the type of the token."
      )
    case .revokedTokenOfAnotherClient:
      (.error(.invalidClient), .guessed, "Apple Forums 708984", "A token is revoked by its own client.")

    case .migrationDirectionUnclear:
      (.error(.invalidRequest), .guessed, Self.transferPage, "sub and transfer_sub are not sent together.")
    case .accessTokenMissing:
      (
        .error(.invalidRequest), .guessed, Self.transferPage,
        "The sending team's request has an Authorization: Bearer."
      )
    case .accessTokenUnknown:
      (.error(.invalidGrant), .guessed, "Apple Forums 761277", "The access token is one that was issued.")
    case .accessTokenExpired:
      (.error(.invalidGrant), .observed, "Apple Forums 761277", "An access token lives an hour.")
    case .accessTokenRevoked:
      (.error(.invalidGrant), .guessed, "Apple Forums 761277", "The access token has not been revoked.")
    case .accessTokenUsed:
      (.error(.invalidGrant), .observed, "Apple Forums 761277", "A person's access token is used once.")
    case .accessTokenOfAnotherClient:
      (
        .error(.invalidRequest), .documented, "Apple, TN3107",
        "The access token was issued to this client and team."
      )
    case .accessTokenOfAnotherUser:
      (
        .error(.invalidRequest), .documented, "Apple, TN3107",
        "A person's access token comes with that person's identifier."
      )
    case .transferInactive:
      (
        .error(.invalidRequest), .guessed, "Apple, TN3159; Forums 705275",
        "Users are received once the app's transfer is accepted, and sent and received for 60 days after that."
      )
    case .transferTargetMismatch:
      (.error(.invalidRequest), .guessed, "Apple, TN3107", "target is the Team ID of the recipient.")
    case .migrationSubUnknown:
      (.error(.invalidRequest), .documented, "Apple, TN3107; Forums 797012", "sub is somebody's.")
    case .migrationSubOfAnotherTeam:
      (.error(.invalidRequest), .guessed, "Apple Forums 705275", "sub is that of the sending team.")
    case .migrationConsentEnded:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "The person still uses the app.")
    case .transferSubUnknown:
      (.error(.invalidRequest), .documented, "Apple, TN3107", "transfer_sub is one that was generated.")
    case .transferSubOfAnotherTeam:
      (
        .error(.invalidRequest), .guessed, "Apple, “Bringing new apps and users into your team”",
        "transfer_sub was generated for this team."
      )

    case .authorizeClientUnknown:
      (
        .page(.invalidClient, "Invalid client."), .documented, "Apple, TN3107 (the sentence is guessed)",
        "client_id is a registered identifier."
      )
    case .authorizeRedirectURIUnregistered:
      (
        .page(.invalidRequest, Self.redirectText), .observed, "Apple Forums 121561",
        "redirect_uri is registered, letter for letter."
      )
    case .authorizeRedirectURINotHTTPS:
      (
        .page(.invalidRequest, Self.redirectText), .documented, "Apple, “Request an authorization”",
        "redirect_uri is https."
      )
    case .authorizeRedirectURILocalhost:
      (
        .page(.invalidRequest, Self.redirectText), .documented, "Apple, “Request an authorization”",
        "redirect_uri is not on localhost."
      )
    case .authorizeRedirectURIAddress:
      (
        .page(.invalidRequest, Self.redirectText), .documented, "Apple, “Request an authorization”",
        "redirect_uri has a domain name, not an IP address."
      )
    case .authorizeRedirectURIFragment:
      (
        .page(.invalidRequest, Self.redirectText), .documented, "Apple, “Request an authorization”",
        "redirect_uri has no fragment."
      )
    case .authorizeResponseTypeUnsupported:
      (
        .page(.invalidRequest, "Invalid response type"), .documented,
        "Apple, “Request an authorization” (the sentence is guessed)",
        "response_type is code or code id_token."
      )
    case .authorizeResponseModeInvalid:
      (
        .page(.invalidRequest, "Invalid response mode"), .observed, "Apple Forums 660531",
        "response_mode is one that Apple knows, and not query where an id_token is asked for."
      )
    case .authorizeScopeNeedsFormPost:
      (
        .page(.invalidRequest, "response_mode must be form_post when name or email scope is requested."),
        .observed,
        "nov/apple_id#6", "With a scope, response_mode is form_post."
      )
    case .authorizeScopeNotAllowed:
      (
        .page(.invalidRequest, "Application is not authorized to access the requested information"),
        .observed,
        "OpenID Foundation, “How Sign in with Apple differs”", "scope is of name, email, openid."
      )
    case .authorizeChallengeMethodUnknown:
      (
        .page(.invalidRequest, "Invalid code challenge method"), .guessed, "RFC 7636 section 4.4.1",
        "code_challenge_method is S256 or plain."
      )
    case .authorizeDomainUnregistered:
      (
        .forbiddenPage("Your request could not be completed because of an error. Please try again later."),
        .observed, "Apple Forums 716494", "A popup's page is on a registered domain."
      )
    case .userCancelled:
      (
        .redirect(.userCancelledAuthorize), .documented, "Apple, “Request an authorization”",
        "The person presses Continue, not Cancel."
      )
    }
  }
}
