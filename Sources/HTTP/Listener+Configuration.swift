import Glibc

extension Listener {
  /// Where a listener listens and how long, and how much, it takes.
  package struct Configuration: Sendable {
    /// An IPv4 or IPv6 literal.
    package var address: String
    /// 0: any free one.
    package var port: UInt16
    /// A connection above it costs the one its place whose peer has the least time left to keep us waiting.
    package var connectionLimit: Int
    /// What it speaks TLS with; nil: plain HTTP.
    package var tls: TLS?
    /// Seconds an idle connection is kept, beyond `receiveTimeout`, and a peer may not take what it's sent.
    package var idleTimeout: Int
    /// Milliseconds a request may take to arrive.
    package var receiveTimeout: Int
    /// The greatest body, in bytes, of a request with this method and raw target.
    package var bodyLimit: @Sendable (_ method: String, _ target: String) -> Int
    /// Sleeps; false means that the server stops and the sleeper gives up.
    package var sleep: @Sendable (_ milliseconds: Int) -> Bool

    /// A configuration; by default of loopback, any port and bodies of 1 MiB.
    package init(
      address: String = "127.0.0.1", port: UInt16 = 0, connectionLimit: Int = 1000,
      tls: TLS? = nil, idleTimeout: Int = 30, receiveTimeout: Int = 20_000,
      bodyLimit: @escaping @Sendable (_ method: String, _ target: String) -> Int = { _, _ in 1 << 20 },
      sleep: @escaping @Sendable (_ milliseconds: Int) -> Bool = { poll(nil, 0, Int32(clamping: $0)) == 0 }
    ) {
      self.address = address
      self.port = port
      self.connectionLimit = connectionLimit
      self.tls = tls
      self.idleTimeout = idleTimeout
      self.receiveTimeout = receiveTimeout
      self.bodyLimit = bodyLimit
      self.sleep = sleep
    }

    /// Connections at once: above the limit there is room for those that have been cut off and are about to close.
    var mostConnections: Int { connectionLimit * 5 / 4 + 1 }

    /// What a server proves itself with, in PEM.
    package struct TLS: Sendable {
      /// Its certificate, then those that lead to an authority.
      package let chain: String
      package let privateKey: String

      package init(chain: String, privateKey: String) {
        self.chain = chain
        self.privateKey = privateKey
      }
    }
  }
}
