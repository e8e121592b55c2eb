import AppleID
import HTTP
import JSON
import Provider

extension Operation {
  static let relay = [
    Operation("PUT", "/admin/accounts/{id}/forwarding/{team_id}", "setForwarding") { call in
      try call.query.finish()
      var fields = try call.body()
      guard let enabled = try fields.bool("enabled") else { throw fields.error("enabled", "is missing.") }
      try fields.finish()
      try call.provider.setForwarding(
        enabled, of: call.path("id"), teamID: call.path("team_id"), in: call.context)
      return .admin([
        "account": .string(call.path("id")), "team_id": .string(call.path("team_id")),
        "enabled": .bool(enabled),
      ])
    },
    Operation("POST", "/admin/relay-mail", "relayMail") { call in
      try call.query.finish()
      var fields = try call.body()
      let from = try fields.requiredString("from")
      let mail = RelayMail(
        from: from, envelopeFrom: try fields.string("envelope_from") ?? from,
        to: try fields.requiredString("to"))
      try fields.finish()
      let verdict = try call.provider.relay(mail, in: call.context)
      return .admin([
        "accepted": .bool(verdict.isAccepted), "smtp_code": .int(verdict.smtpCode),
        "smtp_text": .string(verdict.smtpText),
        "forwarded_to": verdict.forwardedTo.map { .string($0) } ?? .null, "reason": .string(verdict.reason),
      ])
    },
  ]
}
