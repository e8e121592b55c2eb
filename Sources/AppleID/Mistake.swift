import JOSE
import JSON
import Primitives

/// The mistakes that tutorials and first attempts make, recognised so that a hint can name them.
package enum Mistake {
  /// What was sent where a code or a refresh token belongs; nil where nothing is recognised.
  package static func instead(of wanted: String, sent text: String) -> String? {
    if text.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "'" }) {
      return "It has white space or quotation marks around or in it."
    }
    if text.contains("%") { return "It is still percent-encoded; encode it once, not twice." }
    if let jws = try? JWS(compact: text) {
      let isSecret = jws.header["alg"]?.string == "ES256"
      return isSecret
        ? "It is a client_secret." : "It is an identity token; send the \(wanted) that came beside it."
    }
    if let kind = Artefact.kind(of: text) { return own(kind, wanted: wanted) }
    let decoded = Base64URL.decode(text.filter { $0 != "=" }.map(Self.urlSafe).joined())
    if let decoded, let inner = String(validating: decoded, as: UTF8.self), Artefact.kind(of: inner) != nil {
      return "It is base64-encoded; send it as it came."
    }
    return nil
  }

  private static func own(_ kind: Character, wanted: String) -> String? {
    switch (kind, wanted) {
    case ("r", "code"): "It is a refresh token: send it as refresh_token, with grant_type=refresh_token."
    case ("a", _): "It is an access token, which is good for neither."
    case ("c", "refresh_token"):
      "It is an authorization code: send it as code, with grant_type=authorization_code."
    default: nil
    }
  }

  private static func urlSafe(_ character: Character) -> String {
    switch character {
    case "+": "-"
    case "/": "_"
    default: String(character)
    }
  }

  /// The grant type that was probably meant.
  package static func grantType(_ sent: String) -> String {
    let letters = sent.lowercased().filter(\.isLetter)
    let meant =
      letters.hasPrefix("refresh")
      ? "refresh_token"
      : letters.contains("credentials")
        ? "client_credentials"
        : "authorization_code"
    return "grant_type is \(sent); Apple writes it \(meant)."
  }

  /// The client_id that was probably meant where the registry has no `sent`; for one that is like none of
  /// them, the command that registers it.
  package static func clientID(_ sent: String, registered: [String]) -> String {
    let parts = sent.split(separator: ".", maxSplits: 1)
    if parts.count == 2, parts[0].utf8.count == 10,
      let meant = registered.first(where: { $0.lowercasedASCII() == String(parts[1]).lowercasedASCII() })
    {
      return "client_id is \(sent); leave the Team ID in front away: \(meant)."
    }
    if let other = registered.first(where: { $0.lowercasedASCII() == sent.lowercasedASCII() }) {
      return "client_id is \(sent), but \(other) is registered; upper and lower case matter."
    }
    let known = registered.prefix(8).joined(separator: ", ") + (registered.count > 8 ? ", …" : "")
    return "client_id \(sent) is not registered; registered are: \(known)."
      + " Register it: mockapple adopt --client-id \(sent) …"
  }
}
