import HTTP
package import JSON

extension World {
  /// Asks at `/auth/authorize` as the sample's website does, with other parameters laid over (nil takes one away).
  package func authorize(
    _ over: [(String, String?)] = [], method: String = "GET", accept: String? = nil
  ) -> Answer {
    let good: [(String, String?)] = [
      ("client_id", "com.example.web"), ("redirect_uri", Self.redirectURI), ("response_type", "code"),
      ("response_mode", "form_post"), ("scope", "name email"), ("state", "st&<>\"'+ é"), ("nonce", "n-1"),
    ]
    let kept = good.filter { pair in !over.contains { $0.0 == pair.0 } }
    let query = Form.encode((kept + over).compactMap { name, value in value.map { (name, $0) } })
    return Answer(
      send(
        method, "/auth/authorize?" + query,
        headers: accept.map { ["Accept": $0] } ?? ["Accept": "text/html,*/*;q=0.8"]))
  }

  /// Registers a client; what is left out is that of a second website of the sample's group.
  package func add(client over: [JSON.Member]) -> Answer {
    let good: [JSON.Member] = [
      JSON.Member("client_id", "com.example.second"), JSON.Member("team_id", "TEAM000001"),
      JSON.Member("kind", "service"), JSON.Member("primary", "com.example.app"),
    ]
    let kept = good.filter { member in !over.contains { $0.name == member.name } }
    return admin("POST", "clients", .object(kept + over))
  }
}

extension Answer {
  /// The hidden fields of the page's first form, decoded.
  package var fields: [String: String] {
    let form = text.split(separator: "</form>", maxSplits: 1)[0]
    var fields: [String: String] = [:]
    for part in form.split(separator: "<input type=\"hidden\" name=\"").dropFirst() {
      let name = part.prefix { $0 != "\"" }
      guard
        let value = part.dropFirst(name.count).split(separator: "\"", omittingEmptySubsequences: false)
          .dropFirst(2).first
      else { continue }
      fields[String(name)] = Self.unescaped(String(value))
    }
    return fields
  }

  /// The parameters of the address that a browser is sent to, after `mark`.
  package func redirected(after mark: Character) -> [String: String] {
    let location = header("Location") ?? ""
    guard let index = location.firstIndex(of: mark),
      let form = try? Form(Array(location[location.index(after: index)...].utf8))
    else { return [:] }
    return Dictionary(form.pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) {
      text, pair in
      text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
    }
  }
}
