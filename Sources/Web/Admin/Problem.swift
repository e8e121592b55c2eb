import AppleID
import HTTP
import JSON

/// An error of the admin API (RFC 9457).
struct Problem: Error {
  let status: Int
  let title: String
  let detail: String
  let errors: [FieldError]

  init(_ status: Int, title: String? = nil, detail: String, errors: [FieldError] = []) {
    self.status = status
    self.title = title ?? Self.titles[status] ?? "Error"
    self.detail = detail
    self.errors = errors
  }

  /// The problem that something thrown comes to.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let fields as FieldErrors:
      self.init(400, title: "Invalid fields", detail: fields.description, errors: fields.errors)
    case Complaint.conflict(let detail): self.init(409, detail: detail)
    case Complaint.notFound(let detail): self.init(404, detail: detail)
    case let refusal as Refusal:
      self.init(
        400, title: "Apple would refuse this", detail: "\(refusal.rule.rawValue): \(refusal.hint)",
        errors: refusal.parameter.map { [FieldError(field: $0, hint: refusal.hint)] } ?? [])
    default: self.init(500, detail: "\(error)")
    }
  }

  var response: Response {
    var members: [JSON.Member] = [
      JSON.Member("type", "about:blank"), JSON.Member("title", .string(title)),
      JSON.Member("status", .int(status)),
      JSON.Member("detail", .string(detail)),
    ]
    if !errors.isEmpty {
      members.append(
        JSON.Member(
          "errors", .array(errors.map { ["field": .string($0.field), "message": .string($0.message)] })))
    }
    var headers: Headers = ["Content-Type": "application/problem+json"]
    // RFC 9110, section 11.6.1: a 401 names the scheme that is wanted.
    if status == 401 { headers["WWW-Authenticate"] = "Bearer" }
    return Response(status: status, headers: headers, body: JSON.object(members).bytes())
  }

  private static let titles = [
    400: "Bad request", 401: "Not authorized", 403: "Forbidden", 404: "Not found", 405: "Method not allowed",
    409: "Conflict", 413: "Body too large", 415: "Wrong content type", 500: "Internal error",
    503: "Too many at once",
  ]
}

extension Response {
  /// A JSON answer of the admin API.
  static func admin(_ json: JSON, status: Int = 200) -> Response {
    Response(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: json.bytes())
  }
}

extension FieldError {
  /// A hint as a message, which goes on after the field's name.
  fileprivate init(field: String, hint: String) {
    let message = hint.hasPrefix(field + " ") ? hint.dropFirst(field.count + 1) : hint[...]
    self.init(field: field, message: String(message))
  }
}
