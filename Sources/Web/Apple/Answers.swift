import AppleID
import HTTP
import JSON

extension Response {
  /// A JSON answer with the headers Apple sends beside one (TN3107).
  static func apple(_ json: JSON, status: Int = 200) -> Response { apple(body: json.bytes(), status: status) }

  /// The same for a body that is JSON already.
  static func apple(body: [UInt8], status: Int = 200) -> Response {
    Response(
      status: status,
      headers: [
        "Content-Type": "application/json;charset=UTF-8", "Cache-Control": "no-store", "Pragma": "no-cache",
      ], body: body)
  }

  /// Apple's answer to a request that it refuses; `accept` is the request's Accept.
  static func apple(_ refusal: Refusal, behaviour: Behaviour, accept: String?) -> Response {
    switch refusal.answer {
    case .error(let code, _), .redirect(let code):
      var members = [JSON.Member("error", .string(code.rawValue))]
      if behaviour.errorDescription, let description = refusal.errorDescription {
        members.append(JSON.Member("error_description", .string(description)))
      }
      return apple(.object(members), status: 400)
    case .status(let status):
      var response = appleErrorPage(status)
      if let seconds = refusal.retryAfter { response.headers["Retry-After"] = String(seconds) }
      return response
    case .page(let code, let sentence):
      if Accept(accept).prefersJSON { return apple(["error": .string(code.rawValue)], status: 400) }
      return .page(.refused(code: code.rawValue, sentence: sentence))
    case .forbiddenPage(let sentence): return .page(.refused(code: nil, sentence: sentence), status: 403)
    }
  }

  /// Apple's HTML error page for a status.
  static func appleErrorPage(_ status: Int) -> Response {
    let title = "\(status) \(Self.reasonPhrase(status))"
    let page: HTML = """
      <html>
      <head><title>\(title)</title></head>
      <body>
      <center><h1>\(title)</h1></center>
      <hr><center>Apple</center>
      </body>
      </html>

      """
    return Response(status: status, headers: ["Content-Type": "text/html"], body: Array(page.text.utf8))
  }

  private static func reasonPhrase(_ status: Int) -> String {
    switch status {
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Request Entity Too Large"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Temporarily Unavailable"
    default: "Error"
    }
  }
}
