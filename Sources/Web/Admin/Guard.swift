import Crypto
import HTTP
import Primitives

/// Who may call the admin API. With a token, its bearer; without one anybody on this machine, but no web page of
/// another origin (cross-site posts), no name that somebody else's DNS makes point here (rebinding), and nobody behind a
/// proxy (which makes everybody look as if they were here). No forwarding header ever opens anything.
struct Guard: Sendable {
  let token: String?
  let hosts: [String]

  /// Throws `Problem` 401 or 403 for who may not, and 415 for a body that is no JSON.
  func check(_ request: Request) throws(Problem) {
    if let token {
      if request.path != "/admin/health" { try checkBearer(request, token) }
    } else {
      try checkHostAndOrigin(request)
      try checkDirect(request)
    }
    guard ["POST", "PUT", "PATCH"].contains(request.method), !request.body.isEmpty || request.isBodyTooLarge,
      request.mediaType != "application/json"
    else { return }
    throw Problem(415, detail: "Send Content-Type: application/json.")
  }

  private func checkBearer(_ request: Request, _ token: String) throws(Problem) {
    let sent = request.headers["Authorization"] ?? ""
    let parts = sent.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", isEqualInConstantTime(String(parts[1]), token)
    else {
      throw Problem(
        401,
        detail:
          "Send Authorization: Bearer with the admin token (--admin-token, or the first line serve printed).")
    }
  }

  private func checkDirect(_ request: Request) throws(Problem) {
    let names = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"]
    guard let name = names.first(where: { request.headers[$0] != nil }) else { return }
    throw Problem(
      403,
      detail: "\(name) says that this came through a proxy, perhaps from elsewhere; set an --admin-token, "
        + "or call the admin API directly.")
  }

  private func checkHostAndOrigin(_ request: Request) throws(Problem) {
    let authority = Authority(request)
    guard authority.isLocal || hosts.contains(where: authority.host.hasSameBytes) else {
      throw Problem(
        403,
        detail:
          "Host \(request.headers["Host"] ?? "(none)") is not local; name it with --admin-hosts, or set an --admin-token."
      )
    }
    for origin in request.headers.all("Origin") {
      guard let text = authority.text,
        ["http://\(text)", "https://\(text)"].contains(where: origin.hasSameBytes)
      else {
        throw Problem(
          403, detail: "Origin \(origin) is not this server; pages of other sites may not call the admin API."
        )
      }
    }
  }
}
