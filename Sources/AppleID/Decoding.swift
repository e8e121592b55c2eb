package import Crypto
import JOSE
package import JSON

/// The registrations that the admin API and the seed share, read strictly. Each throws `FieldErrors` with the
/// path of what is wrong; ids that may be left out are made.
extension Team {
  /// `{team_id?, name?}`.
  package init(_ fields: inout Fields, ids: Artefact) throws(FieldErrors) {
    let name = try fields.string("name")
    let teamID = try fields.identifier("team_id") ?? ids.developerID(kind: "team_id", scope: name ?? "")
    self.init(teamID: teamID, name: name ?? teamID)
  }
}

extension ClientKey {
  /// `{key_id?, public_key: PEM or JWK, apps?}`; where `public_key` may be left out, `made` stands in for it.
  package init(
    _ fields: inout Fields, teamID: String, ids: Artefact, made: ECPublicKey?
  ) throws(FieldErrors) {
    let keyID = try fields.identifier("key_id") ?? ids.developerID(kind: "key_id", scope: teamID)
    let apps = try fields.strings("apps")
    guard let publicKey = try Self.publicKey(&fields) ?? made else {
      throw fields.error("public_key", "is missing: the PEM text of the public key, or a JWK.")
    }
    self.init(keyID: keyID, teamID: teamID, publicKey: publicKey, apps: apps)
  }

  private static func publicKey(_ fields: inout Fields) throws(FieldErrors) -> ECPublicKey? {
    guard let sent = fields.value("public_key"), !sent.isNull else { return nil }
    do throws(OpenSSLError) {
      if let pem = sent.string { return try ECPublicKey(pem: pem) }
    } catch {
      throw fields.error("public_key", "is no P-256 public key: \(error)")
    }
    do throws(JOSEError) {
      return try JWK.ecPublicKey(sent)
    } catch {
      throw fields.error("public_key", "is no P-256 public key: \(error)")
    }
  }
}

extension Client {
  /// `{client_id, team_id, kind, primary, name, redirect_uris, domains, notification_url, email_sources,
  /// leniencies}`; what `base` holds stands where a field is left out (for a change).
  package init(_ fields: inout Fields, base: Client? = nil) throws(FieldErrors) {
    let clientID = try fields.identifier("client_id", fixed: base?.clientID)
    let teamID = try fields.identifier("team_id", fixed: base?.teamID)
    let kind = try fields.choice("kind", of: Kind.self)
    guard let kind = kind ?? base?.kind else {
      throw fields.error("kind", "is missing: app (an App ID) or service (a Services ID).")
    }
    let leniencies = try fields.leniencies("leniencies") ?? base?.leniencies ?? []
    let redirectURIs = try fields.urls("redirect_uris") ?? base?.redirectURIs ?? []
    let notificationURL =
      fields.contains("notification_url") ? try fields.url("notification_url") : base?.notificationURL
    if let notificationURL, !notificationURL.hasPrefix("https://"), !leniencies.contains(.httpNotifications) {
      throw fields.error(
        "notification_url", "is not https; the leniency http-notifications would let it pass.")
    }
    self.init(
      clientID: clientID, teamID: teamID, kind: kind,
      primary: fields.contains("primary") ? try fields.identifier("primary") : base?.primary,
      name: try fields.string("name") ?? base?.name, redirectURIs: redirectURIs,
      domains: try fields.domains("domains") ?? base?.domains ?? [], notificationURL: notificationURL,
      emailSources: try fields.emailSources("email_sources") ?? base?.emailSources ?? [],
      leniencies: leniencies)
  }
}

extension Account {
  /// `{id?, email?, email_verified?, given_name?, family_name?, real_user_status?, org_id?, hide_email?}`; what `base`
  /// holds stands where a field is left out (for a change).
  package init(_ fields: inout Fields, ids: Artefact, base: Account? = nil) throws(FieldErrors) {
    let status = try fields.int("real_user_status") ?? base?.realUserStatus ?? 2
    guard (0...2).contains(status) else {
      throw fields.error("real_user_status", "must be 0 (unsupported), 1 (unknown) or 2 (likely real).")
    }
    func kept(_ name: String, _ value: String?) -> String? { fields.contains(name) ? nil : value }
    let known = (
      email: kept("email", base?.email), givenName: kept("given_name", base?.givenName),
      familyName: kept("family_name", base?.familyName), orgID: kept("org_id", base?.orgID)
    )
    let email = try fields.email("email") ?? known.email
    let id =
      if base == nil, !fields.contains("id") { ids.localID(kind: "account", scope: email ?? "") } else {
        try fields.identifier("id", fixed: base?.id)
      }
    self.init(
      id: id, email: email,
      emailVerified: try fields.bool("email_verified") ?? base?.emailVerified,
      givenName: try fields.string("given_name") ?? known.givenName,
      familyName: try fields.string("family_name") ?? known.familyName, realUserStatus: status,
      orgID: try fields.string("org_id") ?? known.orgID,
      hideEmail: try fields.bool("hide_email") ?? base?.hideEmail ?? false)
  }
}

extension PersonName {
  /// `{given_name?, family_name?}`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    self.init(givenName: try fields.string("given_name"), familyName: try fields.string("family_name"))
  }
}
