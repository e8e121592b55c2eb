extension Examination {
  /// The verdicts on `iat` and `exp`, to the second: 15 777 000 s ahead is good, one more is not.
  func timeFindings(_ secret: ClientSecret) -> [Finding] { iatFindings(secret) + expFindings(secret) }

  private func iatFindings(_ secret: ClientSecret) -> [Finding] {
    let missing = Rule.clientSecretIatMissing
    let future = Rule.clientSecretIatInFuture
    guard let iat = secret.iat else {
      return [
        .fail(missing, "client_secret has no iat, or not as a number of seconds."),
        .notChecked(future, "iat is missing."),
      ]
    }
    let ahead = iat - Double(now)
    guard ahead <= Double(skew) else {
      let milliseconds = iat > 100_000_000_000 ? " It looks like milliseconds; JWT wants seconds." : ""
      return [
        .pass(missing, "iat is there."),
        .fail(
          future,
          "client_secret iat is \(seconds(ahead)) s in the future; set the clock, or date it back by a minute."
            + milliseconds),
      ]
    }
    return [.pass(missing, "iat is there."), .pass(future, "iat is \(seconds(-ahead)) s ago.")]
  }

  private func expFindings(_ secret: ClientSecret) -> [Finding] {
    let missing = Rule.clientSecretExpMissing
    let expired = Rule.clientSecretExpired
    let tooFar = Rule.clientSecretExpTooFar
    guard let exp = secret.exp else {
      return [
        .fail(missing, "client_secret has no exp, or not as a number of seconds."),
        .notChecked(expired, "exp is missing."),
        .notChecked(tooFar, "exp is missing."),
      ]
    }
    let left = exp - Double(now)
    let limit = "Apple allows \(ClientSecret.longest) s (\(Self.days(Double(ClientSecret.longest))) days)."
    let inDays = left > -86400 ? "" : " (\(Self.days(-left)) days)"
    let over = left - Double(ClientSecret.longest)
    let milliseconds = exp > 100_000_000_000 ? " It looks like milliseconds; JWT wants seconds." : ""
    return [
      .pass(missing, "exp is there."),
      left > 0
        ? .pass(expired, "exp is \(Self.span(left)) ahead.")
        : .fail(
          expired,
          "client_secret expired \(seconds(-left)) s\(inDays) ago; make a new one."
        ),
      over <= 0
        ? .pass(tooFar, "exp is not too far ahead.")
        : .fail(
          tooFar,
          "client_secret exp is \(Self.days(left)) days ahead; \(limit) That is \(seconds(over)) s too far.\(milliseconds)"
        ),
    ]
  }

  private func seconds(_ value: Double) -> String {
    // A text from outside may say 1e300; such a moment has no whole seconds to show.
    let up = value.rounded(.up)
    return abs(up) < 9e15 ? String(Int(up)) : "too many"
  }

  /// A span as a person reads it: seconds up to a day, then days.
  package static func span(_ seconds: Double) -> String {
    abs(seconds) < 86400 ? "\(Int(seconds)) s" : "\(days(seconds)) days"
  }

  /// Days with one decimal.
  private static func days(_ seconds: Double) -> String {
    let tenths = (seconds / 8640).rounded()
    guard abs(tenths) < 9e15 else { return "too many" }
    return "\(Int(tenths) / 10).\(abs(Int(tenths)) % 10)"
  }
}
