import Crypto

extension Configuration {
  /// How `serve` speaks TLS.
  struct TLS {
    let port: UInt16
    /// Names beside Apple's and those of loopback.
    let names: [HostName]
    /// The paths of a certificate of the team's own and its key; nil: one is made.
    let files: (certificate: String, key: String)?
    /// Where the certificate of our authority is put at the start.
    let authorityFile: String?

    /// nil where TLS is off.
    init?(_ arguments: inout Arguments) throws(UsageError) {
      let port = try arguments.number("tls-port", in: 0...65535)
      let names = try arguments.option("tls-names")
      let certificate = try arguments.option("tls-cert")
      let key = try arguments.option("tls-key")
      authorityFile = try arguments.option("ca-file")
      for (name, value) in [
        ("tls-names", names), ("tls-cert", certificate), ("tls-key", key), ("ca-file", authorityFile),
      ] {
        if value != nil, port == nil { throw UsageError("--\(name) wants a --tls-port.") }
      }
      files =
        switch (certificate, key) {
        case (nil, nil): nil
        case (let certificate?, let key?): (certificate, key)
        case (_?, nil): throw UsageError("--tls-cert wants its --tls-key.")
        case (nil, _?): throw UsageError("--tls-key wants its --tls-cert.")
        }
      if files != nil, names != nil {
        throw UsageError("--tls-names is for a certificate that is made; --tls-cert brings its own names.")
      }
      if files != nil, authorityFile != nil {
        throw UsageError("--ca-file is for an authority that is made; --tls-cert has one of its own.")
      }
      guard let port else { return nil }
      self.port = UInt16(port)
      self.names = try Self.names(names ?? "")
    }

    private static func names(_ text: String) throws(UsageError) -> [HostName] {
      var names: [HostName] = []
      for part in text.split(separator: ",") {
        // Around a name, not within: two names without a comma are not one.
        let word = String((part.drop { $0 == " " }.reversed().drop { $0 == " " }).reversed())
        guard let name = HostName(word) else {
          throw UsageError(
            "--tls-names has \(word); it takes DNS names and IP addresses, separated by commas.")
        }
        names.append(name)
      }
      return names
    }
  }
}
