/// What Apple does where nothing is refused. A test that shows it says so with the trait `.shows`.
package enum Practice: String, Sendable, CaseIterable {
  case discoveryDocument, keySetMembers, severalKeys, keySetNotCached
  case authorizeModes, userField, scopeSticks, nonceVerbatim, webMessage, refusalByAccept, refusedCodeKept
  case nameOnce, groupShares, nameOnReconsent, subjectPerTeam, subjectShape, relayPerTeam, relayOnReconsent
  case managedAccount, credentialState
  case tokenResponse, tokenShapes, checksInOrder, failedClientBurnsNothing, refreshNotRotated,
    refreshTokensMany
  case refreshIDToken, passwordEndsTokens, deletionEndsTokens, migrationToken
  case idTokenHeader, idTokenClaims, idTokenHashes, idTokenLifetime, idTokenBooleans, emailInEveryToken
  case realUserStatusNative, authTime
  case secretReused, secretOfTheGroup, twoLiveKeys, basicIgnored, unknownParametersIgnored
  case revokeQuiet, revokeReachesGroup, revokeMakesFirst
  case transferMovesServices, transferEndsTokens, transferSubStable, transferSubEarly, transferSubClaim,
    senderMigrates
  case migrationTokenReused, receiverWithoutBearer, transferredState, silentSignIn
  case jsonHeaders, serverHeader, headLikeGet, errorPage
  case notificationEvents, notificationRequest, notificationClaims, notificationForwarding,
    notificationEndpoint
  case notificationRetry, deletionSpelling
}

extension Practice {
  /// How well it is known to be Apple's.
  package var mark: Rule.Mark { entry.0 }
  /// Where it is known from.
  package var source: String { entry.1 }
  /// What it is, as a sentence.
  package var title: String { entry.2 }

  private static let user = "Apple, “Authenticating users with Sign in with Apple”"
  private static let token = "Apple, “Receiving a User's Identity Token”"

  private var entry: (Rule.Mark, String, String) {
    switch self {
    case .discoveryDocument:
      (.observed, "panva/wellknown", "The discovery document has Apple's members and values.")
    case .keySetMembers: (.observed, "panva/wellknown", "A key has kty, kid, use, alg, n, e, in this order.")
    case .severalKeys:
      (.observed, "parse-server#6408", "Several keys are published; the signer is not the first.")
    case .keySetNotCached:
      (.guessed, "markbates/goth#321", "The key set says no-store (switch keys_cache_control).")
    case .authorizeModes:
      (.documented, "Apple, “Request an authorization”", "The answer goes by response_mode.")
    case .userField:
      (.documented, "Apple, “Incorporating Sign in with Apple”", "user is a JSON string in the form.")
    case .scopeSticks: (.observed, "Apple Forums 745928", "The scope of the first consent sticks.")
    case .nonceVerbatim: (.documented, Self.token, "nonce comes back letter for letter.")
    case .webMessage: (.observed, "Sign in with Apple JS", "A popup posts oauthDone to its opener.")
    case .refusalByAccept:
      (.guessed, "Apple, TN3107", "A refused authorization is a page, or JSON by Accept.")
    case .refusedCodeKept:
      (.guessed, "no public record", "A refused code can be tried again (switch refused_code).")
    case .nameOnce: (.documented, Self.user, "Name and e-mail are handed out at the first authorization.")
    case .groupShares:
      (.documented, "Apple, “Configuring your environment”", "An app group shares one consent.")
    case .nameOnReconsent: (.documented, Self.user, "A person who comes back is asked for the name again.")
    case .subjectPerTeam: (.documented, Self.token, "sub is one for a person and team, and never changes.")
    case .subjectShape:
      (.observed, "many captures; its last digits are guessed to be a time", "sub has Apple's shape.")
    case .relayPerTeam:
      (.documented, "Apple, “Communicating using the private email relay”", "A team has one relay address.")
    case .relayOnReconsent: (.guessed, "no public record", "A person who comes back keeps the relay address.")
    case .managedAccount:
      (.documented, Self.token, "A managed account shows its real, unverified address and org_id.")
    case .credentialState:
      (.documented, "ASAuthorizationAppleIDProvider", "A credential has a state for each app.")
    case .tokenResponse:
      (.documented, "Apple, TokenResponse", "The members of a token response and their order.")
    case .tokenShapes: (.observed, "many captures", "Codes and tokens have Apple's shapes and share a tag.")
    case .checksInOrder: (.observed, "Apple Forums 726004", "Of two faults the earlier check answers.")
    case .failedClientBurnsNothing:
      (.observed, "x/oauth2 in the field", "A failed client authentication burns no code.")
    case .refreshNotRotated:
      (.documented, "Apple, “Verifying a user”", "A refresh gives no new refresh token.")
    case .refreshTokensMany:
      (.guessed, "no public record", "Older refresh tokens live on (switch refresh_tokens).")
    case .refreshIDToken: (.guessed, "Apple Forums 123909", "A refresh gives an id_token without nonce.")
    case .passwordEndsTokens:
      (.documented, "Apple, “Verifying a user”", "A password change ends refresh tokens.")
    case .deletionEndsTokens:
      (.documented, "Apple, “Processing changes”", "Deleting the account ends every token.")
    case .migrationToken:
      (.documented, "Apple, “Transferring your apps”", "user.migration gives an access token alone.")
    case .idTokenHeader: (.observed, "many captures", "The header is kid, alg, without typ.")
    case .idTokenClaims: (.observed, "many captures", "The claims, their order and their types.")
    case .idTokenHashes: (.observed, "many captures", "c_hash beside a code, at_hash beside an access token.")
    case .idTokenLifetime: (.observed, "many captures", "An identity token lives 86400 s.")
    case .idTokenBooleans: (.observed, "passport-apple#86", "Booleans are booleans since February 2024.")
    case .emailInEveryToken:
      (.documented, Self.token, "The e-mail address is in every token once consented to.")
    case .realUserStatusNative: (.documented, Self.token, "real_user_status is in native tokens alone.")
    case .authTime:
      (.observed, "many captures; on refresh guessed", "auth_time is when the person signed in.")
    case .secretReused: (.observed, "common practice", "A client_secret may be used any number of times.")
    case .secretOfTheGroup:
      (.documented, "Apple, “Configuring your environment”", "A key works for its app's group.")
    case .twoLiveKeys:
      (.documented, "Apple, “Configuring your environment”", "A primary app has at most two live keys.")
    case .basicIgnored: (.observed, "OpenID Foundation", "Authorization: Basic authenticates nobody.")
    case .unknownParametersIgnored: (.observed, "real clients", "Unknown parameters are ignored.")
    case .revokeQuiet:
      (
        .documented, "Apple, “Token revocation”; Forums 707610",
        "A revocation answers 200, empty, to anything."
      )
    case .revokeReachesGroup:
      (.guessed, "Apple, “Token revocation”", "A revocation reaches the whole app group.")
    case .revokeMakesFirst:
      (.documented, "Apple Forums 708415", "After a revocation the next sign-in is a first one.")
    case .transferMovesServices:
      (
        .documented, "Apple, TN3159",
        "An app's Services IDs move along to the new team, and consents with them."
      )
    case .transferEndsTokens:
      (.guessed, "no public record", "A transfer ends the old team's tokens and codes.")
    case .transferSubStable:
      (.documented, "Apple, TN3159", "transfer_sub is one for a person, a sender and a recipient.")
    case .transferSubEarly:
      (
        .guessed, "Apple, TN3159, says before the acceptance",
        "A team gets transfer_sub also before it starts the transfer."
      )
    case .transferSubClaim:
      (
        .documented, "\(Self.token); its place is guessed",
        "Identity tokens carry transfer_sub for 60 days after a transfer."
      )
    case .senderMigrates:
      (.documented, "Apple, TN3159", "The sender's own secret migrates users for 60 days after a transfer.")
    case .migrationTokenReused:
      (.observed, "Apple Forums 761277", "A team's access token is good for any number of calls in its hour.")
    case .receiverWithoutBearer:
      (
        .guessed, "Apple, “Bringing new apps and users into your team”",
        "The receiving team may leave the access token away, but not send a bad one."
      )
    case .transferredState:
      (
        .documented, "ASAuthorizationAppleIDProvider",
        "A credential is transferred until the person signs in with the new team."
      )
    case .silentSignIn:
      (
        .documented, "ASAuthorizationAppleIDRequest",
        "A request with the old user identifier gives the new one, without name and e-mail."
      )
    case .jsonHeaders: (.documented, "Apple, TN3107", "JSON comes with charset, no-store and no-cache.")
    case .serverHeader: (.observed, "captures of the host", "Every answer says Server: Apple.")
    case .headLikeGet: (.guessed, "no public record", "HEAD is answered like GET.")
    case .errorPage: (.observed, "sibling hosts of Apple", "What is no JSON is Apple's HTML error page.")
    case .notificationEvents:
      (.observed, "rootstrap/apple_auth#29", "events is a string that holds an object.")
    case .notificationRequest:
      (
        .observed, "Apple Forums 655485",
        "A notification is a POST of {\"payload\": JWS}, without authentication."
      )
    case .notificationClaims:
      (
        .observed, "Apple Forums 655485",
        "A notification has exp a day after iat, and a jti of 22 characters."
      )
    case .notificationForwarding:
      (.documented, "Apple, “Processing changes”", "Turning mail forwarding off or on is told.")
    case .notificationEndpoint:
      (
        .documented, "Apple, “Enabling server-to-server notifications”",
        "An app group has one endpoint; without it nothing is sent."
      )
    case .notificationRetry:
      (
        .guessed, "Apple Forums 811848; the gaps are ours",
        "What is not answered 2xx is sent again, with the same jti."
      )
    case .deletionSpelling:
      (
        .guessed, "Apple's pages disagree",
        "A deleted account is told as account-deleted (switch deletion_event)."
      )
    }
  }
}
