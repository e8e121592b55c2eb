import AppleID
import Crypto
import JOSE
import JSON

/// Reads a column of a row strictly; throws on what nothing here writes into it.
typealias Domain = @Sendable (inout Fields, String) throws(FieldErrors) -> Void

/// What columns hold beyond their type, read by the readers of the admin API where it has them.
enum Domains {
  /// That of a column, or nil where its type says it all.
  static func domain(of column: String, in table: String) -> Domain? { all[table + "." + column] }

  private static let all: [String: Domain] = [
    "team.team_id": identifier, "client_key.key_id": identifier, "client_key.public_key": publicKey,
    "client_key.private_key": privateKey, "client_key.apps": strings,
    "client.client_id": identifier, "client.kind": choice(of: Client.Kind.self),
    "client.redirect_uris": urls, "client.domains": strings, "client.notification_url": url,
    "client.email_sources": strings, "client.leniencies": leniencies,
    "account.id": identifier, "account.email": email, "account.email_verified": flag,
    "account.real_user_status": number(0...2), "account.hide_email": flag,
    "consent.name": flag, "consent.email": flag, "consent.hide_email": flag,
    "authorization_code.code_challenge": challenge,
    "authorization_code.code_challenge_method": choice(of: CodeChallenge.Method.self),
    "authorization_code.revoked_by": choice(of: RefreshToken.Ending.self),
    "refresh_token.revoked_by": choice(of: RefreshToken.Ending.self),
    "access_token.revoked_by": choice(of: RefreshToken.Ending.self),
    "notification.is_url_given": flag, "notification.mutation": choice(of: NotificationMutation.self),
    "notification.state": choice(of: Delivery.State.self), "notification.attempts": attempts,
    "notification.position": number(1...Int.max), "notification.url": url,
    // As many as there are gaps, and the one after which it is given up.
    "notification.failures": number(0...Delivery.gaps.count + 1),
    "rate_use.count": number(0...Int.max),
    "signing_key.position": number(1...Int.max), "signing_key.kid": filled,
    "signing_key.private_key": signingKey,
  ]

  private static let flag = number(0...1)
  private static let identifier: Domain = { row, name throws(FieldErrors) in _ = try row.identifier(name) }
  private static let email: Domain = { row, name throws(FieldErrors) in _ = try row.email(name) }
  private static let url: Domain = { row, name throws(FieldErrors) in _ = try row.url(name) }
  private static let challenge: Domain = { row, name throws(FieldErrors) in
    guard try row.string("code_challenge_method") != nil else {
      throw row.error(name, "has no code_challenge_method beside it.")
    }
  }
  private static let filled: Domain = { row, name throws(FieldErrors) in _ = try row.requiredString(name) }
  private static let strings = list { column, name throws(FieldErrors) in try column.strings(name) }
  private static let urls = list { column, name throws(FieldErrors) in try column.urls(name) }
  private static let leniencies = list { column, name throws(FieldErrors) in try column.leniencies(name) }
  private static let attempts: Domain = { row, name throws(FieldErrors) in
    var column = try row.embedded(name)
    _ = try Transaction.attempts(&column, name)
  }
  private static let publicKey: Domain = { row, name throws(FieldErrors) in
    var column = try row.embedded(name)
    let json = column.value(name) ?? .null
    do { _ = try JWK.ecPublicKey(json) } catch { throw row.error(name, "is no P-256 public key: \(error)") }
  }
  private static let privateKey: Domain = { row, name throws(FieldErrors) in
    let text = try row.string(name) ?? ""
    var other = try row.embedded("public_key")
    let publicKey = other.value("public_key") ?? .null
    do {
      guard try JWK.ecPublicKey(publicKey) == ECPrivateKey(pem: text).publicKey else {
        throw row.error(name, "is not that of the public_key.")
      }
    } catch let error as FieldErrors {
      throw error
    } catch {
      throw row.error(name, "is no P-256 private key: \(error)")
    }
  }
  private static let signingKey: Domain = { row, name throws(FieldErrors) in
    let text = try row.string(name) ?? ""
    do { _ = try RSAPrivateKey(pem: text) } catch { throw row.error(name, "is no RSA private key: \(error)") }
  }

  private static func number(_ range: ClosedRange<Int>) -> Domain {
    { row, name throws(FieldErrors) in _ = try row.number(name, range) }
  }

  private static func choice<T: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    of type: T.Type
  ) -> Domain {
    { row, name throws(FieldErrors) in _ = try row.choice(name, of: type) }
  }

  /// A JSON column that `encode` wrote.
  private static func list<T>(
    _ read: @escaping @Sendable (inout Fields, String) throws(FieldErrors) -> [T]?
  ) -> Domain {
    { row, name throws(FieldErrors) in
      var column = try row.embedded(name)
      guard try read(&column, name) != nil else { throw row.error(name, "must hold an array.") }
    }
  }
}
