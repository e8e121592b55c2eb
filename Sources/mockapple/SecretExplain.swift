import AppleID
import Crypto
import Glibc
import JOSE
import JSON
import Sample
import Web

/// `secret explain`: each of Apple's rules on a client_secret, with no server and on a production secret, too.
struct SecretExplain: Command {
  static let verb = "secret explain"
  static let summary = "holds a client_secret to each of Apple's rules"
  static let usage = """
    Usage: mockapple secret explain JWT [--client-id ID] [--private-key FILE] [--json]
      JWT                  the secret; - reads it from standard input
      --client-id ID       the client_id it will be sent with (else sub is not compared)
      --private-key FILE   the .p8 file, to verify the signature (its public half is what counts)
      --json               the findings as JSON
    Exit status 1 where a rule fails. Nothing leaves this machine.
    """

  private let secret: String
  private let clientID: String?
  private let privateKey: String?
  private let json: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    clientID = try arguments.option("client-id")
    privateKey = try arguments.option("private-key")
    json = arguments.flag("json")
    guard let secret = arguments.operand() else { throw UsageError("the JWT is missing.") }
    self.secret = secret
  }

  func run() throws {
    let text = secret == "-" ? try File.text("-") : secret
    let compact = String(text.filter { !$0.isWhitespace })
    let now = Int(time(nil))
    let (findings, exp) = try examine(compact, now: now)
    if json {
      Terminal.out(Examination.json(findings, exp: exp, now: now).prettyText())
    } else {
      show(findings, exp: exp, now: now)
    }
    let failed = findings.filter { $0.outcome == .fail }
    guard failed.isEmpty else {
      throw Failure(
        "Apple would answer invalid_client: \(failed.map(\.rule.rawValue).joined(separator: ", ")).")
    }
  }

  private func examine(_ compact: String, now: Int) throws -> ([Examination.Finding], exp: Double?) {
    do {
      let secret = try ClientSecret(compact)
      return (try examination(of: secret, now: now).findings(on: secret), secret.exp)
    } catch let error as JOSEError {
      return (try examination(of: nil, now: now).findings(notAJWT: error), nil)
    }
  }

  /// The registry is out of reach; of keys only the sample's and the one that was given are known.
  private func examination(of secret: ClientSecret?, now: Int) throws -> Examination {
    let isSample = privateKey == nil && secret?.kid == Sample.clientKeyID
    let sample = ClientKey(
      keyID: Sample.clientKeyID, teamID: "TEAM000001", publicKey: try KeyFile.key(nil).publicKey, apps: nil)
    return Examination(
      clientID: clientID, client: .notChecked, key: isSample ? .found(sample) : .notChecked,
      publicKey: try privateKey.map { try KeyFile.key($0).publicKey }, audiences: [ClientSecret.audience],
      now: now,
      skew: Behaviour().secretSkew)
  }

  private func show(_ findings: [Examination.Finding], exp: Double?, now: Int) {
    Terminal.out(
      Table(
        findings.map { finding in
          let (outcome, detail): (Cell, String) =
            switch finding.outcome {
            case .pass: (Cell("pass", .green), finding.detail)
            case .fail: (Cell("FAIL", .red), finding.detail)
            case .notChecked: (Cell("  -", .faint), "not checked: " + finding.detail)
            }
          return [outcome, Cell(finding.rule.title), Cell(detail)]
        }
      ).text())
    guard let exp else { return }
    let left = exp - Double(now)
    Terminal.out(
      left > 0 ? "\(Examination.span(left)) left." : "Expired \(Examination.span(-left)) ago.")
  }
}
