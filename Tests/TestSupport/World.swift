package import AppleID
import Crypto
package import HTTP
package import JSON
package import Provider
import Sample
import Store
import Synchronization
package import Web

/// A whole provider in the process: the sample seed, ready keys, a real clock that stands still until it is moved,
/// and replayable chance. Each test makes its own.
package struct World: Sendable {
  /// Where the real clock stands at the beginning: 2027-01-15T08:00:00Z.
  package static let start = 1_800_000_000

  package let provider: Provider
  package let application: Application
  /// The real clock, to be moved by hand.
  package let clock: HandClock

  /// Where its notifications go.
  package let receivers = Receivers()

  /// A clock that goes where it is put.
  package final class HandClock: Sendable {
    private let moment: Mutex<Int>
    init(_ moment: Int) { self.moment = Mutex(moment) }
    /// Seconds since 1970.
    package var now: Int {
      get { moment.withLock { $0 } }
      set { moment.withLock { $0 = newValue } }
    }
  }

  /// A world with a seed (nil: the sample's) in a store at `path`.
  package init(
    seed: String? = nil, issuer: Settings.Issuer = .apple, randomSeed: UInt64 = 1, path: String = ":memory:",
    at moment: Int = start, autoSignIn: AutoSignIn? = nil, options: Options = Options()
  ) throws {
    let clock = HandClock(moment)
    let random = Random(seed: randomSeed)
    self.clock = clock
    provider = try Provider(
      store: try Store(path: path),
      settings: Settings(
        issuer: issuer,
        seed: try Seed(parsing: Array((seed ?? Sample.seed).utf8), ids: Artefact(random: random)),
        signingKeys: { Sample.signingKeys }, knownKeys: [try ECPrivateKey(pem: Sample.clientKeyPEM)],
        autoSignIn: autoSignIn,
        clock: Clock { clock.now }, random: random, outbound: receivers.outbound))
    application = Application(provider: provider, options: options)
  }

  /// What every case is judged by, read anew.
  package var context: Context { provider.context(base: "http://127.0.0.1:8080") }

  /// Sends a request to Apple's side and the admin API on one port.
  package func send(
    _ method: String, _ target: String, headers: Headers = [:], body: [UInt8] = [],
    on surface: Surface = .both
  ) -> Response {
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = "127.0.0.1:8080" }
    let request = Request(method: method, target: target, headers: headers, body: body)
    return application.respond(to: request, on: surface)
  }

  /// Posts a form to one of Apple's endpoints.
  package func post(_ path: String, _ form: [(String, String)], headers: Headers = [:]) -> Answer {
    var headers = headers
    if headers["Content-Type"] == nil { headers["Content-Type"] = "application/x-www-form-urlencoded" }
    return Answer(send("POST", path, headers: headers, body: Array(Form.encode(form).utf8)))
  }

  /// Gets one of Apple's paths.
  package func get(_ target: String) -> Answer { Answer(send("GET", target)) }

  /// Calls the admin API.
  package func admin(_ method: String, _ path: String, _ body: JSON? = nil) -> Answer {
    let headers: Headers = body == nil ? [:] : ["Content-Type": "application/json"]
    return Answer(send(method, "/admin/" + path, headers: headers, body: body?.bytes() ?? []))
  }
}
