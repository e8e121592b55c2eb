import AppleID
import Crypto
import Glibc
import HTTP
import JOSE
import JSON
import Provider
import Sample
import Store
import Web

/// libFuzzer's way in for a program with a `main` of its own, as SwiftPM wants one. Every argument has the same place in
/// C's convention and in Swift's.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argc: UnsafeMutablePointer<CInt>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Feeds the reader that the environment variable MOCKAPPLE_FUZZ_TARGET names. A trap, a memory error, a hang or a broken
/// `require` is a find.
@main struct Fuzz {
  static func main() {
    var argc = CommandLine.argc
    var argv = CommandLine.unsafeArgv
    exit(
      runDriver(&argc, &argv) { start, count in
        target(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      })
  }
}

private typealias Target = @Sendable ([UInt8]) -> Void

private let target: Target = {
  let targets: [String: Target] = [
    "form": form, "json": json, "jwt": jwt, "claims": claims, "pem": pem, "moment": moment,
    "request": request,
  ]
  let name = getenv("MOCKAPPLE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("MOCKAPPLE_FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", ")).")
  }
  return target
}()

private func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}

/// A form that can be read is the same after it was written.
@Sendable private func form(_ bytes: [UInt8]) {
  guard let form = try? Form(bytes) else { return }
  let written = Form.encode(form.pairs.map { ($0.name, $0.value) })
  require((try? Form(Array(written.utf8))) == form, "The form comes back otherwise: \(written)")
}

/// JSON that can be read is the same after it was written, and no other where comments are allowed. A seed may be
/// refused, with whatever reason.
@Sendable private func json(_ bytes: [UInt8]) {
  _ = try? Seed(parsing: bytes, ids: Artefact(random: Random(seed: 1)))
  guard let json = try? JSON(parsing: bytes) else { return }
  require((try? JSON(parsing: json.bytes())) == json, "The JSON comes back otherwise: \(json.text())")
  require((try? JSON(parsing: bytes, comments: true)) == json, "With comments it says something else.")
}

/// A client_secret is examined by every rule, whatever its claims are; the sentences are for people.
@Sendable private func jwt(_ bytes: [UInt8]) {
  guard let secret = try? ClientSecret(String(decoding: bytes, as: UTF8.self)) else { return }
  for (key, client) in [(registeredKey, registeredClient), (nil, nil)] {
    let examination = Examination(
      clientID: secret.sub, client: client.map { .found($0) } ?? .notChecked,
      key: key.map { .found($0) } ?? .missing, audiences: [ClientSecret.audience], now: 1_800_000_000, skew: 5
    )
    for finding in examination.findings(on: secret) { require(!finding.detail.isEmpty, "\(finding.rule)") }
  }
}

/// The same with header and claims in the clear, a line each: to change a byte of base64url is to break it.
@Sendable private func claims(_ bytes: [UInt8]) {
  let header = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
  let payload = Array(bytes.dropFirst(header.count + 1))
  jwt(Array((Base64URL.encode(header) + "." + Base64URL.encode(payload) + ".AAAA").utf8))
}

/// A key that can be read can be written and read again, and signs.
@Sendable private func pem(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let key = try? ECPrivateKey(pem: text) {
    require((try? key.signature(for: [1, 2, 3]))?.count == 64, "The EC key does not sign.")
    require(
      (try? ECPrivateKey(pem: key.pem()))?.publicKey == key.publicKey, "The EC key comes back otherwise.")
  }
  if let key = try? ECPublicKey(pem: text) {
    require((try? ECPublicKey(pem: key.pem())) == key, "The public key comes back otherwise.")
  }
  _ = try? RSAPrivateKey(pem: text)
}

/// A moment that can be read is the same after it was written.
@Sendable private func moment(_ bytes: [UInt8]) {
  guard let seconds = Moment.seconds(rfc3339: String(decoding: bytes, as: UTF8.self)) else { return }
  let text = Moment.text(seconds)
  // Offsets lead out of the years that four digits can write.
  guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return }
  require(Moment.seconds(rfc3339: text) == seconds, "\(seconds) comes back otherwise: \(text)")
}

/// A request to either side is answered, with a status. The first line is method and target, the rest the body.
@Sendable private func request(_ bytes: [UInt8]) {
  let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
  let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1).map {
    String(decoding: $0, as: UTF8.self)
  }
  guard words.count == 2 else { return }
  // These wait, which is no find.
  let decoded = PercentEncoding.decode(words[1]) ?? words[1]
  guard !["wait", "events", "faults", "incidents"].contains(where: decoded.contains) else { return }
  let request = Request(
    method: words[0], target: words[1],
    headers: [
      "Host": "127.0.0.1",
      "Content-Type": decoded.contains("/admin/") ? "application/json" : "application/x-www-form-urlencoded",
    ], body: Array(bytes.dropFirst(line.count + 1)))
  let response = application.respond(to: request, on: .both)
  require((200...599).contains(response.status), "The status is \(response.status).")
  require(response.status != 500, "The machine failed: \(response)")
}

private let sampleKey: ECPrivateKey = {
  guard let key = try? ECPrivateKey(pem: Sample.clientKeyPEM) else {
    fatalError("The sample key is damaged.")
  }
  return key
}()
private let registeredKey: ClientKey? = ClientKey(
  keyID: Sample.clientKeyID, teamID: "TEAM000001", publicKey: sampleKey.publicKey, apps: nil)
private let registeredClient: AppleID.Client? = AppleID.Client(
  clientID: "com.example.app", teamID: "TEAM000001", kind: .app)

private let application: Application = {
  do {
    let random = Random(seed: 1)
    return Application(
      provider: try Provider(
        store: try Store(),
        settings: Settings(
          seed: try Seed(parsing: Array(Sample.seed.utf8), ids: Artefact(random: random)),
          signingKeys: { Sample.signingKeys }, knownKeys: [sampleKey], clock: Clock { 1_800_000_000 },
          random: random)), options: Options())
  } catch {
    fatalError("There is no world: \(error)")
  }
}()
