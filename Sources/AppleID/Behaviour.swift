/// What Apple does where the public record leaves it open or where it has changed over the years; as of now by
/// default. It is resolved from layers for each request and never overwritten.
package struct Behaviour: Sendable, Equatable {
  /// The type of `email_verified` and `is_private_email`: strings until February 2024, booleans since.
  package enum TokenBooleans: String, Sendable, CaseIterable { case boolean, string, mixed }
  /// What a refresh answers after a revocation.
  package enum RefreshAfterRevocation: String, Sendable, CaseIterable {
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
    var code: Refusal.Code { self == .invalidGrant ? .invalidGrant : .invalidRequest }
  }
  /// What a body of another content type is answered with.
  package enum WrongContentType: String, Sendable, CaseIterable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    package var code: Refusal.Code { self == .invalidRequest ? .invalidRequest : .invalidClient }
  }
  /// Whether a code survives a check that failed after client authentication.
  package enum RefusedCode: String, Sendable, CaseIterable { case kept, burnt }
  /// Whether a code_challenge binds (it does since October 2024).
  package enum PKCE: String, Sendable, CaseIterable { case enforced, ignored }
  /// Whether a new sign-in leaves the older refresh tokens of person and client alive.
  package enum RefreshTokens: String, Sendable, CaseIterable { case many, one }
  /// What a `token_type_hint` that does not match the token comes to.
  package enum RevokeHintMismatch: String, Sendable, CaseIterable {
    case ignored
    case invalidGrant = "invalid_grant"
  }
  /// How the event of a deleted Apple Account is spelled: `account-delete` in the documents up to 2025.
  package enum DeletionEvent: String, Sendable, CaseIterable {
    case accountDeleted = "account-deleted"
    case accountDelete = "account-delete"

    package var kind: NotificationEvent.Kind { self == .accountDelete ? .accountDelete : .accountDeleted }
  }
  /// The form of `events` in a notification: a string on the wire, an object and an array in the documents.
  package enum NotificationEvents: String, Sendable, CaseIterable { case string, object, array }
  /// The unit of `event_time`.
  package enum NotificationTime: String, Sendable, CaseIterable { case milliseconds, seconds }
  /// The audience of a notification: the client that was authorized last, or the primary app.
  package enum NotificationAudience: String, Sendable, CaseIterable { case client, primary }
  /// The type of `is_private_email` in a notification.
  package enum NotificationBooleans: String, Sendable, CaseIterable { case string, boolean }
  /// Whether the key set has an `ETag`, and whether it tells the truth.
  package enum KeysETag: String, Sendable, CaseIterable { case off, on, stale }
  /// The order of the keys in the key set, from one answer to the next.
  package enum KeysOrder: String, Sendable, CaseIterable { case stable, shuffled }
  /// The domain of relay addresses made from now on.
  package enum RelayDomain: String, Sendable, CaseIterable {
    case privateRelay = "privaterelay.appleid.com"
    case privateICloud = "private.icloud.com"
    case iCloud = "icloud.com"
  }

  package var tokenBooleans = TokenBooleans.boolean
  /// Seconds.
  package var idTokenLifetime = 86400
  package var idTokenOnRefresh = true
  package var refreshAfterRevocation = RefreshAfterRevocation.invalidGrant
  package var wrongContentType = WrongContentType.invalidRequest
  package var errorDescription = true
  /// Seconds.
  package var codeLifetime = 300
  package var refusedCode = RefusedCode.kept
  package var pkce = PKCE.enforced
  /// Seconds that a client_secret's iat may lie ahead.
  package var secretSkew = 5
  package var refreshTokens = RefreshTokens.many
  /// Seconds a refresh token lives without being used; nil for no end.
  package var refreshTokenIdle: Int?
  package var requireUserAgent = false
  package var revokeHintMismatch = RevokeHintMismatch.ignored
  package var revokeNotifies = false
  package var nameOnReconsent = true
  package var relayDomain = RelayDomain.privateRelay
  /// The issuer in the discovery document alone; nil for that of the tokens.
  package var discoveryIssuer: String?
  package var deletionEvent = DeletionEvent.accountDeleted
  package var notificationEvents = NotificationEvents.string
  package var notificationTime = NotificationTime.milliseconds
  package var notificationAudience = NotificationAudience.client
  package var notificationBooleans = NotificationBooleans.string
  package var keysOrder = KeysOrder.stable
  /// The `Cache-Control` of the key set; nil for none.
  package var keysCacheControl: String? = "no-store"
  package var keysETag = KeysETag.off
  /// How many keys sign in turn.
  package var signers = 1

  package init() {}
}
