import Crypto
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import mockapple

@Suite struct `A server with TLS` {
  private let folder = Folder()

  /// Starts one, and a client that trusts what `ca` prints.
  private func start(_ words: String...) throws -> (running: Running, url: String, trust: String) {
    let running = try Running(words: ["--tls-port", "0"] + words)
    let printed = running.run(["ca"])
    #expect(printed.status == 0)
    return (
      running, running.server.firstLine["tls_url"]?.string ?? "", folder.write(printed.text, to: "ca.pem")
    )
  }

  private func get(_ url: String, trusting ca: String, _ headers: Headers = [:]) throws -> Answer {
    Answer(try HTTP.Client(trustCA: ca).send(Request(method: "GET", target: url, headers: headers)))
  }

  @Test func `says where it is, and prints its authority`() throws {
    let (running, url, ca) = try start()
    #expect(url.wholeMatch(of: /https:\/\/127\.0\.0\.1:\d+/) != nil)
    #expect(running.run(["ca"]).text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(!running.run(["ca"]).text.contains("PRIVATE"))
    for host in ["127.0.0.1", "localhost", "[::1]"] {
      let address = "https://\(host):" + (url.split(separator: ":").last ?? "")
      #expect(try get(address + "/auth/keys", trusting: ca).json["keys"]?.array?.count == 4)
    }
    #expect(throws: ClientError.self) { try Running.get(url + "/auth/keys") }
    #expect(running.server.remarks == [])
  }

  @Test func `names endpoints of its own kind`() throws {
    let (running, url, ca) = try start("--tls-names", "mock.example.org, 10.1.2.3")
    let path = "/.well-known/openid-configuration"
    #expect(try get(url + path, trusting: ca).json["token_endpoint"]?.string == url + "/auth/token")
    #expect(
      try Running.get(running.url + path).json["token_endpoint"]?.string == running.url + "/auth/token")
    for host in ["appleid.apple.com", "mock.example.org:8443"] {
      #expect(
        try get(url + path, trusting: ca, ["Host": host]).json["jwks_uri"]?.string
          == "https://\(host)/auth/keys")
    }
  }

  @Test(
    .enabled(if: Shell.has("curl")),
    arguments: ["appleid.apple.com", "appleid.cdn-apple.com", "account.apple.com", "mock.example.org"])
  func `goes by the names that it was given`(host: String) throws {
    let (running, url, ca) = try start("--tls-names", "mock.example.org")
    let port = url.split(separator: ":").last ?? ""
    func curl(_ host: String) -> String {
      withExtendedLifetime(running) {
        Shell.run(
          "curl -sS --noproxy '*' --cacert \(ca) --resolve \(host):\(port):127.0.0.1 "
            + "https://\(host):\(port)/.well-known/openid-configuration")
      }
    }
    #expect(curl(host).contains("\"jwks_uri\":\"https://\(host):\(port)/auth/keys\""))
    #expect(curl("x." + host).contains("no alternative certificate subject name matches"))
  }

  @Test func `never shows admin there`() throws {
    let (running, url, ca) = try start()
    for path in ["/admin/health", "/admin/ca", "/admin"] {
      let answer = try get(url + path, trusting: ca)
      #expect(answer.status == 404)
      #expect(answer.text.contains("<hr><center>Apple</center>"))
    }
    #expect(try Running.get(running.url + "/admin/ca").status == 200)
  }

  @Test func `keeps its authority with its store, and says so when it cannot`() throws {
    let store = ["--store", folder.file("store.sqlite")]
    func authority(_ words: String...) throws -> (String, [String]) {
      let running = try Running(words: ["--tls-port", "0"] + store + words)
      return (running.run(["ca"]).text, running.server.remarks)
    }
    let (first, _) = try authority()
    #expect(try authority() == (first, []))
    let (second, remarks) = try authority("--tls-names", "mock.example.org")
    #expect(second != first)
    #expect(remarks.count == 1)
    #expect(remarks.first?.hasPrefix("WARNING: a new certificate authority took the place") == true)
    #expect(try authority() == (second, []))
  }

  @Test func `puts its authority into a file that everybody may read, once it listens`() throws {
    let file = folder.file("handed.pem")
    let (running, url, ca) = try start("--ca-file", file)
    #expect(Holdings.text(file) == Holdings.text(ca) + "\n")
    #expect(Shell.run("stat -c %a \(file)") == "644\n")
    #expect(try get(url + "/auth/keys", trusting: file).status == 200)
    let before = Holdings.text(file)
    let port = String(running.url.split(separator: ":").last ?? "")
    #expect(throws: Failure.self) { try Running("--tls-port", "0", "--admin-port", port, "--ca-file", file) }
    #expect(Holdings.text(file) == before)
    let missing = folder.file("nothing/ca.pem")
    let failure = #expect(throws: Failure.self) { try Running("--tls-port", "0", "--ca-file", missing) }
    #expect(failure?.description == "--ca-file \(missing).new: No such file or directory.")
  }

  @Test func `puts its authority where a link leads to, and leaves what is no file in its place`() throws {
    let file = folder.write("old", to: "real.pem")
    let (link, device) = (folder.file("link.pem"), folder.file("device.pem"))
    try #require(symlink(file, link) == 0 && symlink("/dev/null", device) == 0)
    for path in [link, device] {
      let running = try Running("--tls-port", "0", "--ca-file", path)
      withExtendedLifetime(running) { #expect(Shell.run("stat -c %F \(path)") == "symbolic link\n") }
    }
    #expect(Holdings.text(file).hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(Shell.run("stat -c %F /dev/null") == "character special file\n")
  }

  @Test func `has no authority where TLS is off`() throws {
    let running = try Running()
    #expect(running.server.firstLine["tls_url"] == .null)
    let outcome = running.run(["ca"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("serve --tls-port has one"))
  }

  @Test func `tells the option of a port in use`() throws {
    let other = try Running()
    let port = String(other.url.split(separator: ":").last ?? "")
    for option in ["--tls-port", "--admin-port"] {
      let failure = #expect(throws: Failure.self) { try Running(option, port) }
      #expect(failure?.description.contains("choose another with \(option)") == true)
    }
    withExtendedLifetime(other) {}
  }
}

@Suite struct `A certificate of the team's own` {
  private let folder = Folder()
  private let authority: CertificateAuthority
  private let server: ServerCertificate

  init() throws {
    let names = ["localhost", "127.0.0.1"].compactMap { HostName($0) }
    authority = try CertificateAuthority(permitting: names, at: time(nil))
    server = try authority.serverCertificate(for: names, at: time(nil))
  }

  private func words(_ certificate: String, _ key: String) -> [String] {
    [
      "--tls-port", "0", "--tls-cert", folder.write(certificate, to: "cert.pem"), "--tls-key",
      folder.write(key, to: "key.pem"),
    ]
  }

  @Test func `is shown, and no authority made`() throws {
    let running = try Running(words: words(server.chain, server.privateKey))
    let ca = folder.write(authority.certificate, to: "ca.pem")
    let url = running.server.firstLine["tls_url"]?.string ?? ""
    let answer = try HTTP.Client(trustCA: ca).send(Request(method: "GET", target: url + "/auth/keys"))
    #expect(answer.status == 200)
    #expect(running.run(["ca"]).status == 1)
  }

  @Test func `that does not do is refused with its files and the reason`() throws {
    let old = try CertificateAuthority(permitting: [.dns("localhost")], at: 1_000_000_000)
      .serverCertificate(for: [.dns("localhost")], at: 1_000_000_000)
    for (certificate, key, reason) in [
      (server.chain, authority.privateKey, "The private key does not belong to the first certificate."),
      (old.chain, old.privateKey, "Certificate 1 has expired."),
      ("", server.privateKey, "There is no CERTIFICATE block"),
      (server.chain, "", "There is no PRIVATE KEY block"),
    ] {
      let failure = #expect(throws: Failure.self) { try Running(words: words(certificate, key)) }
      #expect(failure?.description.contains("cert.pem, --tls-key \(folder.path)/key.pem: \(reason)") == true)
    }
    let missing = #expect(throws: Failure.self) {
      try Running(
        "--tls-port", "0", "--tls-cert", folder.file("nothing"), "--tls-key", folder.file("nothing"))
    }
    #expect(missing?.description == "\(folder.path)/nothing: No such file or directory.")
  }

  @Test func `is wanted in PEM`() throws {
    let pem = folder.write(server.chain, to: "cert.pem")
    let der = folder.file("cert.der")
    #expect(Shell.run("openssl x509 -in \(pem) -outform DER -out \(der)") == "")
    let key = folder.write(server.privateKey, to: "key.pem")
    for (certificate, key, kind) in [(der, key, "CERTIFICATE"), (pem, der, "PRIVATE KEY")] {
      let failure = #expect(throws: Failure.self) {
        try Running("--tls-port", "0", "--tls-cert", certificate, "--tls-key", key)
      }
      #expect(
        failure?.description.contains("\(key): There is no \(kind) block in the text; PEM begins with")
          == true)
    }
  }

  @Test(arguments: ["a.test b.test", " a.test  b.test ", "a, b c"])
  func `is not asked for two names as if they were one`(names: String) {
    let error = #expect(throws: UsageError.self) {
      var arguments = Arguments(["--tls-port", "0", "--tls-names", names], environment: [:])
      _ = try Configuration(&arguments)
    }
    #expect(error?.description.hasSuffix("it takes DNS names and IP addresses, separated by commas.") == true)
  }

  @Test(arguments: [
    ("--tls-names a", "--tls-names wants a --tls-port."),
    ("--tls-cert a --tls-key b", "--tls-cert wants a --tls-port."),
    ("--ca-file a", "--ca-file wants a --tls-port."),
    (
      "--tls-port 0 --tls-cert a --tls-key b --ca-file c",
      "--ca-file is for an authority that is made; --tls-cert has one of its own."
    ),
    ("--tls-port 0 --tls-cert a", "--tls-cert wants its --tls-key."),
    ("--tls-port 0 --tls-key a", "--tls-key wants its --tls-cert."),
    (
      "--tls-port 0 --tls-cert a --tls-key b --tls-names c",
      "--tls-names is for a certificate that is made; --tls-cert brings its own names."
    ),
    (
      "--tls-port 0 --tls-names *.a",
      "--tls-names has *.a; it takes DNS names and IP addresses, separated by commas."
    ), ("--tls-port x", "--tls-port is x; it must be a whole number from 0 to 65535."),
  ])
  func `is asked for whole`(line: String, mistake: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) {
      var arguments = Arguments(words, environment: [:])
      _ = try Configuration(&arguments)
    }
    #expect(error?.description == mistake)
  }
}
