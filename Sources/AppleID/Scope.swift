/// What of a person an app asks for (Apple: `name`, `email`; OpenID Connect's `openid` is tolerated).
package struct Scope: Sendable, Equatable {
  package let name: Bool
  package let email: Bool

  package init(name: Bool, email: Bool) {
    self.name = name
    self.email = email
  }

  /// Reads a space-separated list; nil is the empty one. Throws `Refusal` for anything Apple does not know.
  package init(_ text: String?) throws(Refusal) {
    var name = false
    var email = false
    for word in (text ?? "").split(separator: " ") {
      switch word {
      case "name": name = true
      case "email": email = true
      case "openid": break
      default:
        throw Refusal(
          .authorizeScopeNotAllowed,
          hint: "scope holds \(word); Apple knows name and email, and tolerates openid.")
      }
    }
    self.init(name: name, email: email)
  }

  package var isEmpty: Bool { !name && !email }
  /// The scopes in Apple's order.
  package var names: [String] { (name ? ["name"] : []) + (email ? ["email"] : []) }
}
