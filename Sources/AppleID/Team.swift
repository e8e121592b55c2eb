/// A developer team (Apple's Team ID is ten characters A–Z, 0–9).
package struct Team: Sendable, Equatable {
  package let teamID: String
  package let name: String

  package init(teamID: String, name: String) {
    self.teamID = teamID
    self.name = name
  }
}
