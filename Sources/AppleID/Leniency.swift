/// A permitted departure from Apple's strictness, granted to one client by name.
package enum Leniency: String, Sendable, CaseIterable {
  case httpRedirect = "http-redirect"
  case localhostRedirect = "localhost-redirect"
  case ipRedirect = "ip-redirect"
  case httpNotifications = "http-notifications"
  case frequentRefresh = "frequent-refresh"
  case expiredSecret = "expired-secret"
  case longSecret = "long-secret"
  case missingRedirectURI = "missing-redirect-uri"
}
