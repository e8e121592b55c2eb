import JOSE
package import JSON

extension Delivery {
  /// As the admin API shows it; `claims` are those of the last attempt's payload.
  package var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "id": .string(id), "jti": .string(jti), "type": .string(event.type), "client_id": .string(clientID),
      "account": .string(account), "sub": .string(event.sub), "url": text(url),
      "state": .string(state.rawValue),
      "attempts": .array(attempts.map(\.json)), "next_attempt_at": nextAttemptAt.map { .int($0) } ?? .null,
      "mutation": text(mutation?.rawValue), "payload": text(payload), "claims": claims,
    ]
  }

  private var claims: JSON {
    // A payload that was broken on purpose may hold none.
    payload.flatMap { try? JWS(compact: $0).claims() } ?? .null
  }
}

extension Delivery.Attempt {
  /// `{at, status, error, milliseconds, response_body}`.
  package var json: JSON {
    [
      "at": .int(at), "status": status.map { .int($0) } ?? .null, "error": error.map { .string($0) } ?? .null,
      "milliseconds": .int(milliseconds), "response_body": .string(responseBody),
    ]
  }

  /// What `json` gave; throws `FieldErrors` for anything else.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    guard let at = try fields.int("at") else { throw fields.error("at", "is missing.") }
    guard let milliseconds = try fields.int("milliseconds") else {
      throw fields.error("milliseconds", "is missing.")
    }
    self.init(
      at: at, status: try fields.int("status"), error: try fields.string("error"), milliseconds: milliseconds,
      responseBody: try fields.string("response_body") ?? "")
    try fields.finish()
  }
}
