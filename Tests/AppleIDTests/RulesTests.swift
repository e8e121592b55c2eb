import AppleID
import TestSupport
import Testing

/// Every rule that the mock refuses by is Apple's word, so each needs a test that fails when it is broken.
@Suite struct `Apple's rules` {
  @Test func `are each held by a test`() {
    let holdings = Holdings(below: Holdings.root() + "/Tests")
    #expect(holdings.unknown.isEmpty, "No rule and no practice is called so.")
    for rule in Rule.allCases { #expect(!holdings.tests(of: rule).isEmpty, "No test holds \(rule).") }
    for practice in Practice.allCases {
      #expect(!holdings.tests(of: practice).isEmpty, "No test shows \(practice).")
    }
  }

  @Test func `have a name in snake_case, a source, and a sentence`() {
    for rule in Rule.allCases {
      #expect(rule.rawValue.wholeMatch(of: /[a-z0-9]+(_[a-z0-9]+)*/) != nil)
      #expect(!rule.source.isEmpty)
      #expect(rule.title.hasSuffix("."), "\(rule)")
    }
  }

  @Test func `on the client secret all say invalid_client, without a description`() {
    let secret = Rule.allCases.filter { $0.rawValue.hasPrefix("client_secret_") }
    #expect(secret.count == 19)
    for rule in secret { #expect(rule.answer == .error(.invalidClient), "\(rule)") }
  }
}
