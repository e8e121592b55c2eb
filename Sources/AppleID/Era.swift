package import JSON

/// Apple as it was at a time: what the public record dates, and the present behaviour where it does not say.
package enum Era: String, Sendable, CaseIterable {
  case september2019 = "2019-09"
  case august2020 = "2020-08"
  case december2023 = "2023-12"
  case february2024 = "2024-02"
  case october2024 = "2024-10"
  case august2026 = "2026-08"

  /// The switches it sets.
  package var values: [String: JSON] {
    switch self {
    case .september2019: Era.august2020.values.merging(["id_token_lifetime_s": 600]) { $1 }
    case .august2020:
      Era.december2023.values.merging(["id_token_on_refresh": false, "error_description": false]) { $1 }
    case .december2023: Era.february2024.values.merging(["token_booleans": "string"]) { $1 }
    case .february2024: Era.october2024.values.merging(["pkce": "ignored"]) { $1 }
    case .october2024: ["deletion_event": "account-delete"]
    case .august2026: ["relay_domain": "private.icloud.com"]
    }
  }
}
