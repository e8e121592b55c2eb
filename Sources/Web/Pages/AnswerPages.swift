import AppleID
import HTTP
import JSON

extension Page {
  /// A form that a browser posts by itself to the redirect URI, from this origin to another: a cross-site POST.
  static func formPost(_ answer: AuthorizationResponse) -> Page {
    let fields: [HTML] = answer.parameters.map {
      "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n"
    }
    return Page(
      title: "Sign in with Apple",
      body: """
        <form method="post" action="\(answer.redirectURI)">
        \(HTML(joining: fields))<noscript><button>Continue</button></noscript>
        </form>
        <script>document.forms[0].submit()</script>
        """)
  }

  /// The popup's last page: it tells its opener what Apple's JavaScript library waits for.
  static func webMessage(_ answer: AuthorizationResponse) -> Page {
    let message = JSON.string(answer.message.text()).scriptText
    let origin = JSON.string(RedirectURI(answer.redirectURI).origin).scriptText
    return Page(
      title: "Sign in with Apple",
      body: """
        <p>You can close this window.</p>
        <script>if (window.opener) window.opener.postMessage(\(HTML(trusted: message)), \(HTML(trusted: origin)))</script>
        """)
  }
}

extension JSON {
  /// The text of a value where a script reads it: what could end the script or a line is escaped.
  fileprivate var scriptText: String {
    text().map { character in
      switch character {
      case "<": "\\u003c"
      case ">": "\\u003e"
      case "&": "\\u0026"
      case "\u{2028}": "\\u2028"
      case "\u{2029}": "\\u2029"
      default: String(character)
      }
    }.joined()
  }
}

extension AuthorizationResponse {
  /// What the popup posts: `{"method":"oauthDone","data":…}`, with an error or with authorization and user.
  fileprivate var message: JSON {
    func value(_ name: String) -> JSON? { parameters.first { $0.name == name }.map { .string($0.value) } }
    if let error = value("error") { return ["method": "oauthDone", "data": ["error": error]] }
    let names = ["code", "id_token", "state"]
    var data = [
      JSON.Member(
        "authorization", .object(names.compactMap { name in value(name).map { JSON.Member(name, $0) } }))
    ]
    if let user = userMessage { data.append(JSON.Member("user", user)) }
    return ["method": "oauthDone", "data": .object(data)]
  }

  /// The `user` field as an object again, the e-mail before the name as the library documents it.
  private var userMessage: JSON? {
    guard let text = parameters.first(where: { $0.name == "user" })?.value,
      let user = try? JSON(parsing: Array(text.utf8))
    else { return nil }
    return .object(["email", "name"].compactMap { name in user[name].map { JSON.Member(name, $0) } })
  }
}
