package import JSON

extension AutoSignIn {
  /// `{account, hide_email?, full_name?, outcome?, times?}`; throws `FieldErrors`.
  package init(_ fields: inout Fields) throws(FieldErrors) {
    let account = try fields.requiredString("account")
    let outcome = try fields.choice("outcome", of: SignIn.Outcome.self) ?? .success
    guard outcome == .success || outcome == .cancel else {
      throw fields.error("outcome", "on the web is success or cancel.")
    }
    let times = try fields.int("times")
    guard times.map({ $0 > 0 }) ?? true else { throw fields.error("times", "must be 1 or more, or null.") }
    self.init(
      account: account, hideEmail: try fields.bool("hide_email"),
      fullName: try PersonName.optional(&fields, "full_name"),
      isCancelled: outcome == .cancel, times: times)
    try fields.finish()
  }

  /// The same as JSON.
  package var json: JSON {
    [
      "account": .string(account), "hide_email": hideEmail.map { .bool($0) } ?? .null,
      "full_name": fullName?.json ?? .null, "outcome": isCancelled ? "cancel" : "success",
      "times": times.map { .int($0) } ?? .null,
    ]
  }
}

extension PersonName {
  /// The name under a field, or nil; throws `FieldErrors`.
  package static func optional(_ fields: inout Fields, _ name: String) throws(FieldErrors) -> PersonName? {
    guard var entry = try fields.object(name) else { return nil }
    let personName = try PersonName(&entry)
    try entry.finish()
    return personName
  }

  /// `{given_name, family_name}`.
  package var json: JSON {
    [
      "given_name": givenName.map { .string($0) } ?? .null,
      "family_name": familyName.map { .string($0) } ?? .null,
    ]
  }
}
