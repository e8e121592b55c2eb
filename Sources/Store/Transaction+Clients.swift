package import AppleID
import JSON
import SQL

extension Transaction {
  /// The client registered under that client_id, or nil.
  package func client(_ clientID: String) throws -> Client? {
    try connection.row("SELECT * FROM client WHERE client_id = \(clientID)", Self.client)
  }

  /// Every client, oldest first.
  package func clients() throws -> [Client] {
    try connection.rows("SELECT * FROM client ORDER BY rowid", Self.client)
  }

  /// Every client_id, oldest first.
  package func clientIDs() throws -> [String] {
    try connection.rows("SELECT client_id FROM client ORDER BY rowid") { row throws(SQLError) in
      try row.string("client_id")
    }
  }

  /// Adds a client.
  package func insert(_ client: Client) throws {
    try connection.run(
      """
      INSERT INTO client (client_id, team_id, kind, "primary", name, redirect_uris, domains, notification_url,
        email_sources, leniencies)
      VALUES (\(client.clientID), \(client.teamID), \(client.kind.rawValue), \(client.primary), \(client.name),
        \(encode(client.redirectURIs)), \(encode(client.domains)), \(client.notificationURL),
        \(encode(client.emailSources)), \(encode(client.leniencies.map(\.rawValue))))
      """)
  }

  /// Puts a changed client in the place of the one with its client_id.
  package func update(_ client: Client) throws {
    try connection.run(
      """
      UPDATE client SET kind = \(client.kind.rawValue), "primary" = \(client.primary), name = \(client.name),
        redirect_uris = \(encode(client.redirectURIs)), domains = \(encode(client.domains)),
        notification_url = \(client.notificationURL), email_sources = \(encode(client.emailSources)),
        leniencies = \(encode(client.leniencies.map(\.rawValue)))
      WHERE client_id = \(client.clientID)
      """)
  }

  /// Removes a client, and the clients grouped with it.
  package func removeClient(_ clientID: String) throws {
    try connection.run("DELETE FROM client WHERE client_id = \(clientID)")
  }

  private static func client(_ row: Row) throws(SQLError) -> Client {
    Client(
      clientID: try row.string("client_id"), teamID: try row.string("team_id"),
      kind: try row.choice("kind", of: Client.Kind.self), primary: try row.optionalString("primary"),
      name: try row.string("name"), redirectURIs: try row.strings("redirect_uris"),
      domains: try row.strings("domains"),
      notificationURL: try row.optionalString("notification_url"),
      emailSources: try row.strings("email_sources"),
      leniencies: try row.value("leniencies") { fields throws(FieldErrors) in
        guard let list = try fields.leniencies("leniencies") else {
          throw fields.error("leniencies", "is null.")
        }
        return list
      })
  }
}
