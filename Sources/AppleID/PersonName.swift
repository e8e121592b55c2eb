/// The name a person shares at the first authorization, as they typed it: hostile input to whoever receives
/// it (Apple's `user` object; PersonNameComponents).
package struct PersonName: Sendable, Equatable {
  package let givenName: String?
  package let familyName: String?

  package init(givenName: String?, familyName: String?) {
    self.givenName = givenName
    self.familyName = familyName
  }
}
