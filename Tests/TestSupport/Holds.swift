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

/// Says which of Apple's practices a test shows; one that no test shows fails the suite `Apple's rules`.
package struct Shows: TestTrait, SuiteTrait {
  package let practices: [Practice]
}

extension Trait where Self == Shows {
  /// The test fails when one of these practices is not followed.
  package static func shows(_ practices: Practice...) -> Shows { Shows(practices: practices) }
}
