package import AppleID
package import Testing

/// Says which of Apple's rules a test holds; a rule that no test holds fails the suite `Apple's rules`.
package struct Holds: TestTrait, SuiteTrait {
  package let rules: [Rule]
}

extension Trait where Self == Holds {
  /// The test fails when one of these rules is broken.
  package static func holds(_ rules: Rule...) -> Holds { Holds(rules: rules) }
}
