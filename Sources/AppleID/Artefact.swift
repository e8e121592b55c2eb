package import Crypto

/// The shapes of Apple's identifiers, filled by injected chance.
package struct Artefact: Sendable {
  private let random: Random

  package init(random: Random) { self.random = random }

  private static let lower = "abcdefghijklmnopqrstuvwxyz"
  private static let digits = "0123456789"
  private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let hex = "0123456789abcdef"
  private static let base64URL = upper + lower + digits + "-_"

  /// The segment that the code and the tokens of one login share: four lower-case letters.
  package func tag(scope: String) -> String { random.text(4, of: Self.lower, for: "tag", scope: scope) }

  /// An authorization code, `c….0.tag.…`.
  package func authorizationCode(tag: String, scope: String) -> String { token("c", tag: tag, scope: scope) }
  /// An access token, `a….0.tag.…`.
  package func accessToken(tag: String, scope: String) -> String { token("a", tag: tag, scope: scope) }
  /// The tokens of a code, `a….0.tag.…` and `r….0.tag.…`: by the code alone, whichever of several is redeemed first.
  package func tokens(of code: String, tag: String) -> (access: String, refresh: String) {
    (token("a", tag: tag, scope: code, counts: false), token("r", tag: tag, scope: code, counts: false))
  }

  private func token(_ letter: String, tag: String, scope: String, counts: Bool = true) -> String {
    let first = random.text(32, of: Self.hex, for: letter, scope: scope, counts: counts)
    let last = random.text(22, of: Self.base64URL, for: letter + "-end", scope: scope, counts: counts)
    return letter + first + ".0." + tag + "." + last
  }

  /// A user identifier `000123.….1340`: six digits, 32 hexadecimal ones, and the hour and minute (UTC) of
  /// `moment`, seconds since 1970.
  package func userIdentifier(at moment: Int, scope: String) -> String {
    let head = 100_000 + random.number(below: 2000, for: "sub", scope: scope)
    let middle = random.text(32, of: Self.hex, for: "sub", scope: scope)
    // A day of before 1970 runs from 00:00 to 23:59, too.
    let minute = (moment % 86400 + 86400) % 86400 / 60
    let tail = 10_000 + minute / 60 * 100 + minute % 60
    return "0" + String(head).dropFirst() + "." + middle + "." + String(tail).dropFirst()
  }

  /// The part of a relay address before the `@`: ten lower-case letters and digits.
  package func privateEmailName(scope: String) -> String {
    random.text(10, of: Self.lower + Self.digits, for: "private_email", scope: scope)
  }

  /// The `jti` of a notification: 22 characters of base64url.
  package func jti(scope: String) -> String { random.text(22, of: Self.base64URL, for: "jti", scope: scope) }

  /// A Team ID or a Key ID: ten upper-case letters and digits. `scope` is what it is for, so that registrations at one
  /// time do not depend on each other's order.
  package func developerID(kind: String, scope: String) -> String {
    random.text(10, of: Self.upper + Self.digits, for: kind, scope: scope)
  }

  /// A kid in Apple's present shape: ten letters and digits.
  package func keyID() -> String { random.text(10, of: Self.upper + Self.lower + Self.digits, for: "kid") }

  /// An id for something of ours that came without one, such as an account; `scope` as above, where it is for somebody.
  package func localID(kind: String, scope: String = "") -> String {
    kind + "-" + random.text(8, of: Self.lower + Self.digits, for: kind, scope: scope)
  }

  /// Whether a text has the shape of a code or a token, and which: `c`, `a` or `r`.
  package static func kind(of text: some StringProtocol) -> Character? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let letter = parts[0].first, "car".contains(letter), parts[0].utf8.count == 33,
      parts[1] == "0", (4...5).contains(parts[2].utf8.count), parts[3].utf8.count == 22
    else { return nil }
    return letter
  }
}
