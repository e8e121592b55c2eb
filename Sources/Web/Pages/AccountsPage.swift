import AppleID
import HTTP

extension Page {
  /// The accounts to choose from: each a form that asks the same again, with the person's choice beside it.
  static func accounts(_ accounts: [Account], for authorization: Authorization, asked pairs: [Form.Pair])
    -> Page
  {
    let asked = pairs.filter { !$0.name.hasPrefix("mock_") }
    let choices = accounts.map { account in
      form(asked + [Form.Pair(name: "mock_account", value: account.id)], button: button(account))
    }
    let cancel: HTML =
      accounts.first.map { account in
        let pairs = [("mock_account", account.id), ("mock_outcome", "cancel")].map {
          Form.Pair(name: $0, value: $1)
        }
        return form(asked + pairs, button: "<button>Cancel</button>")
      } ?? "<p>There is no account; add one with POST /admin/accounts.</p>"
    return Page(
      title: "Sign in with Apple",
      body: """
        <h1>Sign in to \(authorization.client.name)</h1>
        <p><small>This is mockapple, a fake appleid.apple.com for tests. Choose who signs in.</small></p>
        \(HTML(joining: choices))
        \(cancel)
        """)
  }

  private static func button(_ account: Account) -> HTML {
    let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
    return
      "<button>Continue as \(name.isEmpty ? account.id : name) <small>\(account.email ?? "")</small></button>"
  }

  private static func form(_ pairs: [Form.Pair], button: HTML) -> HTML {
    let fields: [HTML] = pairs.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" }
    return "<form method=\"get\" action=\"/auth/authorize\">\(HTML(joining: fields))\(button)</form>\n"
  }
}
