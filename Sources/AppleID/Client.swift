/// An app or a website, as its developer registered it (RFC 6749 section 2; Apple's App ID and Services ID).
package struct Client: Sendable, Equatable {
  /// An App ID, used by native apps, or a Services ID, used on the web.
  package enum Kind: String, Sendable, CaseIterable { case app, service }

  package let clientID: String
  package let teamID: String
  package let kind: Kind
  /// The primary App ID it is grouped with; nil for a primary app itself.
  package let primary: String?
  /// What Apple's pages call it.
  package let name: String
  package let redirectURIs: [String]
  package let domains: [String]
  package let notificationURL: String?
  package let emailSources: [String]
  package let leniencies: [Leniency]

  package init(
    clientID: String, teamID: String, kind: Kind, primary: String? = nil, name: String? = nil,
    redirectURIs: [String] = [], domains: [String] = [], notificationURL: String? = nil,
    emailSources: [String] = [], leniencies: [Leniency] = []
  ) {
    self.clientID = clientID
    self.teamID = teamID
    self.kind = kind
    self.primary = primary
    self.name = name ?? clientID
    self.redirectURIs = redirectURIs
    self.domains = domains
    self.notificationURL = notificationURL
    self.emailSources = emailSources
    self.leniencies = leniencies
  }

  /// The primary App ID of the group that shares one consent (Apple, “Configuring your environment”).
  package var group: String { primary ?? clientID }
}
