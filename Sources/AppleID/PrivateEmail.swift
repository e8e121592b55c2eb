/// A relay address: one for each person and team (Apple, “Communicating using the private email relay service”).
package struct PrivateEmail: Sendable, Equatable {
  package let account: String
  package let teamID: String
  package let address: String

  package init(account: String, teamID: String, address: String) {
    self.account = account
    self.teamID = teamID
    self.address = address
  }
}
