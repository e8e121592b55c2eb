import AppleID
import HTTP

/// What `serve` is told.
struct Configuration {
  /// Where signing keys of a fresh store come from.
  enum Keys: Equatable { case sample, generate, folder(String) }

  let host: String
  let port: UInt16
  /// nil: with Apple's side on one port.
  let adminPort: UInt16?
  let adminHost: String?
  let adminToken: String?
  /// Whether the token was turned off by `none`.
  let isTokenOff: Bool
  let adminHosts: [String]
  let issuer: String
  let publicURL: String?
  let store: String
  /// nil: the sample's on loopback, otherwise keys of its own.
  let keys: Keys?
  let seed: String?
  let randomSeed: UInt64?
  let era: Era?
  let autoSignIn: String?
  /// A PEM file of authorities that notifications trust beside the system's.
  let trustCA: String?
  /// Where notifications may go although the address is link-local.
  let notifyAllow: [AddressRange]
  /// The addresses of proxies whose word is taken for where a request came from and to.
  let trustedProxies: [AddressRange]
  /// nil: plain HTTP alone.
  let tls: TLS?
  let log: Log
  let explains: Bool
  /// What was passed over on the way.
  let remarks: [String]

  /// As the command line says; `writer` takes the lines of the log.
  init(_ arguments: inout Arguments, log writer: LogWriter = LogWriter(2)) throws(UsageError) {
    host = try arguments.option("host") ?? "127.0.0.1"
    port = UInt16(try arguments.number("port", in: 0...65535) ?? 8080)
    adminHost = try arguments.option("admin-host")
    adminPort = try arguments.number("admin-port", in: 0...65535).map { UInt16($0) }
    if adminHost != nil, adminPort == nil { throw UsageError("--admin-host wants an --admin-port.") }
    let token = try Self.token(&arguments)
    if let token, token.isEmpty || !token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
      throw UsageError("The admin token must be of printable ASCII without spaces, and not empty.")
    }
    isTokenOff = token == "none"
    adminToken = isTokenOff ? nil : token
    adminHosts = (try arguments.option("admin-hosts") ?? "").split(separator: ",").map { $0.lowercased() }
    issuer = try arguments.option("issuer") ?? "https://appleid.apple.com"
    guard issuer == "self" || issuer.hasPrefix("https://") || issuer.hasPrefix("http://") else {
      throw UsageError("--issuer is \(issuer); it must be self or a URL.")
    }
    publicURL = try Self.publicURL(&arguments)
    store = try arguments.option("store") ?? ":memory:"
    // SQLite would take it for a file that goes with the process.
    guard !store.isEmpty else { throw UsageError("--store is empty; it must be a file, or :memory:.") }
    keys =
      switch try arguments.option("keys") {
      case nil: nil
      case "sample": .sample
      case "generate": .generate
      case let folder?: .folder(folder)
      }
    seed = try arguments.option("seed")
    randomSeed = try arguments.number("random-seed", in: 0...Int.max).map { UInt64($0) }
    era = try arguments.choice("era")
    autoSignIn = try arguments.option("auto-sign-in")
    trustCA = try arguments.option("trust-ca")
    notifyAllow = try Self.ranges("notify-allow", &arguments)
    trustedProxies = try Self.ranges("trusted-proxy", &arguments)
    tls = try TLS(&arguments)
    log = try Log(&arguments, writer: writer)
    explains = !arguments.flag("no-explain")
    remarks = arguments.takeRemarks()
  }

  private static func ranges(
    _ option: String, _ arguments: inout Arguments
  ) throws(UsageError) -> [AddressRange] {
    var ranges: [AddressRange] = []
    for text in (try arguments.list(option) ?? []).flatMap({ $0.split(separator: ",") }) {
      do {
        ranges.append(try AddressRange(String(text)))
      } catch {
        throw UsageError("--\(option): \(error)")
      }
    }
    return ranges
  }

  private static func token(_ arguments: inout Arguments) throws(UsageError) -> String? {
    let token = try arguments.option("admin-token")
    guard let path = try arguments.option("admin-token-file") else { return token }
    guard token == nil else { throw UsageError("--admin-token and --admin-token-file exclude each other.") }
    guard let text = try? File.text(path) else {
      throw UsageError("--admin-token-file \(path) cannot be read.")
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else { throw UsageError("--admin-token-file \(path) must hold one word.") }
    return String(words[0])
  }

  private static func publicURL(_ arguments: inout Arguments) throws(UsageError) -> String? {
    guard var url = try arguments.option("public-url") else { return nil }
    while url.hasSuffix("/") { url.removeLast() }
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw UsageError("--public-url is \(url); it must be a URL.")
    }
    return url
  }

  /// Whether anybody but this machine can reach it.
  var isBeyondLoopback: Bool { [host, adminHost].contains { $0.map { !Self.isLoopback($0) } ?? false } }

  /// Whether the admin API can be reached from elsewhere.
  var isAdminBeyondLoopback: Bool { !Self.isLoopback(adminHost ?? host) }

  static func isLoopback(_ host: String) -> Bool {
    host.hasPrefix("127.") || host == "::1" || host == "localhost"
  }
}
