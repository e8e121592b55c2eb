package import HTTP

/// What the front door decides for the web side.
package struct Options: Sendable {
  /// Where clients reach Apple's side, without a path; nil for the address each request came to.
  package let publicURL: String?
  /// What every admin call but `health` has to bear; nil for none.
  package let adminToken: String?
  /// Further Host names that admin answers to.
  package let adminHosts: [String]
  /// Whether answers carry `X-MockApple-Request` and `X-MockApple-Hint`.
  package let explains: Bool
  package let version: String
  /// The text of `openapi.json`.
  package let openAPI: String
  /// The certificate of the authority that TLS clients have to trust, in PEM; nil where there is none of our own.
  package let certificateAuthority: String?
  /// The proxies whose word is taken for where a request came from and to.
  package let trustedProxies: TrustedProxies
  /// The figures of the process that `metrics` tells.
  package let process: @Sendable () -> [ProcessFigure]
  /// Takes one line for each exchange of Apple's side, and for each call of admin that the server failed.
  package let log: @Sendable (LogLine) -> Void

  package init(
    publicURL: String? = nil, adminToken: String? = nil, adminHosts: [String] = [], explains: Bool = true,
    version: String = "test",
    openAPI: String = "{}", certificateAuthority: String? = nil,
    trustedProxies: TrustedProxies = TrustedProxies(),
    process: @escaping @Sendable () -> [ProcessFigure] = { [] },
    log: @escaping @Sendable (LogLine) -> Void = { _ in }
  ) {
    self.publicURL = publicURL
    self.adminToken = adminToken
    self.adminHosts = adminHosts
    self.explains = explains
    self.version = version
    self.openAPI = openAPI
    self.certificateAuthority = certificateAuthority
    self.trustedProxies = trustedProxies
    self.process = process
    self.log = log
  }
}

/// One exchange for the log: no token and no secret is in it.
package struct LogLine: Sendable {
  /// The id in the journal; nil for a call of admin.
  package let request: Int?
  package let method: String
  package let path: String
  package let status: Int
  package let clientID: String?
  package let account: String?
  package let rule: String?
  package let hint: String?
  /// Microseconds.
  package let duration: Int
}
