import AppleID
import Crypto
import Glibc
import HTTP
import JSON
import Provider
import Sample
import Store
import Web

/// The wiring: store, provider, application and listeners of one process.
struct Server {
  let firstLine: JSON
  /// What a person should know about this start.
  let remarks: [String]
  /// What a person at a terminal may try first, if the world is the sample's.
  let invitation: String?
  private let log: Log
  private let provider: Provider
  private let application: Application
  private let dispatcher: Dispatcher
  private let listeners: [Listener]

  init(_ configuration: Configuration) throws {
    let log = configuration.log
    self.log = log
    let random = Random(seed: configuration.randomSeed)
    let store = try Self.store(configuration.store)
    let keys = configuration.keys ?? (configuration.isBeyondLoopback ? .generate : .sample)
    dispatcher = try Self.dispatcher(configuration)
    let settings = Settings(
      issuer: configuration.issuer == "self" ? .itself : .fixed(configuration.issuer),
      seed: try Self.seed(configuration),
      signingKeys: { try SigningKeys.keys(keys, random: random) }, knownKeys: [try KeyFile.key(nil)],
      autoSignIn: configuration.autoSignIn.map { AutoSignIn(account: $0) }, era: configuration.era,
      clock: Clock { Int(time(nil)) }, random: random, outbound: Outbound(dispatcher),
      tap: { log.write($0) })
    let provider = try Self.provider(store, settings, configuration)
    self.provider = provider
    if let name = configuration.autoSignIn, try store.read({ try $0.account(named: name) }) == nil {
      throw Failure("--auto-sign-in \(name): there is no such account.")
    }
    let identity = try configuration.tls.map { try Identity($0, host: configuration.host, provider) }
    let token = configuration.adminToken ?? (Self.needsToken(configuration) ? Self.makeToken() : nil)
    application = Application(
      provider: provider,
      options: Options(
        publicURL: configuration.publicURL, adminToken: token, adminHosts: configuration.adminHosts,
        explains: configuration.explains, version: MockApple.version, openAPI: Sample.openAPI,
        certificateAuthority: identity?.authority,
        trustedProxies: TrustedProxies(configuration.trustedProxies),
        process: ProcessFigures.now, log: { log.write($0) }))
    let listening = try Self.listen(configuration, identity, application, provider.feed)
    listeners = listening.listeners
    application.ownAddress = listening.url
    try provider.scheduler.start { log.fail($0) }
    try provider.pool.start(for: provider) { log.fail($0) }
    // Not before: a start that fails, say because another server has the port, must not spoil what that one's clients trust.
    if let path = configuration.tls?.authorityFile, let certificate = identity?.authority {
      do {
        try File.publish(Array(certificate.utf8), at: path)
      } catch {
        provider.scheduler.stop()
        provider.pool.stop()
        listeners.forEach { $0.stop() }
        throw Failure("--ca-file \(error)")
      }
    }
    firstLine = [
      "url": .string(listening.url), "admin_url": .string(listening.adminURL),
      "tls_url": listening.tlsURL.map { .string($0) } ?? .null,
      "admin_token": token.map { .string($0) } ?? .null, "pid": .int(Int(getpid())),
      "version": .string(MockApple.version),
    ]
    invitation = try Self.invitation(
      configuration, provider, url: listening.url, adminURL: listening.adminURL, isGuarded: token != nil)
    remarks = configuration.remarks + Self.remarks(configuration, keys) + [identity?.remark].compactMap { $0 }
  }

  /// The places of those who wait or stream.
  var places: Feed { provider.feed }

  /// Writes into the log where it listens, and what a person should know about this start.
  func tellStart() {
    log.write(
      LogEntry(
        "started", .info,
        ["url", "admin_url", "tls_url", "pid", "version"].map { ($0, firstLine[$0] ?? .null) }))
    remarks.forEach(log.warn)
  }

  /// Finishes what is in flight, ten seconds at most, and ends.
  func stop() {
    application.beginStopping()
    log.write(LogEntry("stopping", .info, [("in_flight", .int(listeners.reduce(0) { $0 + $1.inFlight }))]))
    provider.scheduler.stop()
    provider.pool.stop()
    dispatcher.stop()
    listeners.forEach { $0.quiesce() }
    provider.feed.stop()
    for _ in 0..<1000 where listeners.contains(where: { $0.inFlight > 0 }) { usleep(10_000) }
    let left = listeners.reduce(0) { $0 + $1.inFlight }
    listeners.forEach { $0.stop() }
    log.write(LogEntry("stopped", left == 0 ? .info : .warn, [("cut_off", .int(left))]))
  }

  private static func dispatcher(_ configuration: Configuration) throws -> Dispatcher {
    do {
      return try Dispatcher(trustCA: configuration.trustCA, allowed: configuration.notifyAllow)
    } catch {
      throw Failure("--trust-ca: \(error)")
    }
  }

  private static func store(_ path: String) throws -> Store {
    do {
      return try Store(path: path)
    } catch {
      throw Failure("--store \(path): \(error)")
    }
  }

  /// The provider over the store; what is wrong is told with the file that it is wrong in.
  private static func provider(
    _ store: Store, _ settings: Settings, _ configuration: Configuration
  ) throws -> Provider {
    do {
      return try Provider(store: store, settings: settings)
    } catch let failure as Failure {
      throw failure
    } catch  where error is FieldErrors {
      throw Failure("--seed \(configuration.seed ?? "(built in)"): \(error)")
    } catch {
      throw Failure("--store \(configuration.store): \(error)")
    }
  }

  private static func seed(_ configuration: Configuration) throws -> Seed {
    let path = configuration.seed
    guard path != "none" else { return .empty }
    // Chance of its own: a reset restarts the other, and must not give the seed's ids to somebody else.
    let random = Random(seed: configuration.randomSeed)
    random.advance(to: .max)
    let ids = Artefact(random: random)
    do {
      return try Seed(parsing: try path.map { try File.read($0) } ?? Array(Sample.seed.utf8), ids: ids)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("--seed \(path ?? "(built in)"): \(error)")
    }
  }

  private static func needsToken(_ configuration: Configuration) -> Bool {
    configuration.isAdminBeyondLoopback && !configuration.isTokenOff
  }

  /// Not from `--random-seed`: who knows the seed must not know the token.
  private static func makeToken() -> String {
    Random(seed: nil).text(
      32, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", for: "admin_token")
  }

  private static func remarks(_ configuration: Configuration, _ keys: Configuration.Keys) -> [String] {
    var remarks: [String] = []
    if configuration.isBeyondLoopback, keys == .sample {
      remarks.append("WARNING: the sample signing keys are public, and this server listens beyond loopback.")
    }
    if configuration.isAdminBeyondLoopback, configuration.isTokenOff {
      remarks.append(
        "WARNING: the admin API listens beyond loopback without a token: anybody who reaches it rules it.")
    }
    return remarks
  }
}
