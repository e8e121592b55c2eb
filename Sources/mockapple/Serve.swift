import AppleID
import Glibc
import JSON
import Provider
import Store
import Web

/// `serve`: runs the provider until SIGTERM, SIGINT or SIGHUP.
struct Serve: Command {
  static let verb = "serve"
  static let summary = "runs the provider"
  static let usage = """
    Usage: mockapple serve [--port 8080] […]
      --host ADDRESS        where to listen (127.0.0.1, which means ::1, too)
      --port N              Apple's side; 0 takes any free one (8080)
      --admin-host ADDRESS  where the admin API listens (with Apple's side)
      --admin-port N        its port (with Apple's side on one port)
      --admin-token TOKEN   what admin calls have to bear, or none (none on loopback, made beyond it)
      --admin-token-file FILE
                            the same from a file
      --admin-hosts NAMES   further Host names admin answers to, separated by commas
      --tls-port N          Apple's side by TLS, too, under Apple's names; 0 takes any free one (off)
      --tls-names NAMES     further names and addresses of its certificate, separated by commas
      --tls-cert FILE       a certificate of your own with its chain, PEM (one is made, see: mockapple ca)
      --tls-key FILE        the key of that certificate, PEM
      --ca-file FILE        where the certificate that clients have to trust is put at the start, PEM
      --issuer URL          https://appleid.apple.com, self (the address a request came to), or any URL
      --public-url URL      where clients reach Apple's side (the address each request came to)
      --trusted-proxy CIDR  a proxy whose X-Forwarded-Proto, -Host and -For are believed; may be repeated
      --store PATH          a SQLite file (:memory:)
      --keys sample|generate|DIR
                            the signing keys of a fresh store: a folder of <kid>.pem, sample, or generate
                            (sample on loopback, generate beyond it)
      --seed none|FILE      what a fresh store begins with, or none (the built-in sample)
      --era NAME            Apple as it was: one of \(eras)
      --auto-sign-in WHO    the account that signs in at /auth/authorize without a click
      --notify-allow CIDR   a link-local range that notifications may go to; may be repeated
      --trust-ca FILE       PEM certificates that notifications trust beside the system's
      --random-seed N       the same calls give the same ids, codes and tokens
      --log text|json       the form of the log on standard error (text)
      --log-level LEVEL     one of info, warn, error (info); warn tells refusals and failed deliveries alone
      --no-explain          answers without X-MockApple-Request and X-MockApple-Hint
    The first line on standard output is a JSON object: url, admin_url, tls_url, admin_token, pid, version.
    """

  private static let eras = Era.allCases.map(\.rawValue).joined(separator: ", ")

  let configuration: Configuration

  init(_ arguments: inout Arguments) throws(UsageError) { configuration = try Configuration(&arguments) }

  func run() throws {
    // Before any thread starts, so that every one inherits it and `sigwait` alone hears the signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    OpenFiles.makeRoom()

    try configuration.log.start()
    defer { configuration.log.flush() }
    let server = try Server(configuration)
    Terminal.out(server.firstLine.text())
    if Terminal.isWatched, let invitation = server.invitation { Terminal.err(invitation) }
    server.tellStart()
    var received: Int32 = 0
    sigwait(&signals, &received)
    server.stop()
  }
}
