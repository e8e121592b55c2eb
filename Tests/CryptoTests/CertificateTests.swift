import Glibc
import TestSupport
import Testing

@testable import Crypto

/// Files for the openssl command, and what it says to them.
private struct Bench {
  let folder = Folder()

  /// What a strict verification says to a leaf under an authority, further options before them.
  func verify(
    _ leaf: String, under authority: String, _ options: String = "", purpose: String = "sslserver"
  ) -> String {
    let ca = folder.write(authority, to: "ca.pem")
    return Shell.run(
      "openssl verify -x509_strict -purpose \(purpose) \(options) -CAfile \(ca) "
        + folder.write(leaf, to: "leaf.pem")
    )
  }

  func text(_ certificate: String) -> String {
    Shell.run("openssl x509 -noout -text -in \(folder.write(certificate, to: "shown.pem"))")
  }

  /// A leaf for a name that somebody else makes with the key of an authority.
  func forged(_ name: String, by authority: CertificateAuthority) -> String {
    let ca = folder.write(authority.certificate, to: "ca.pem")
    let key = folder.write(authority.privateKey, to: "ca.key")
    let extensions = folder.write(
      """
      subjectAltName=\(name)
      basicConstraints=critical,CA:FALSE
      authorityKeyIdentifier=keyid
      subjectKeyIdentifier=hash

      """, to: "ext")
    let (request, leaf) = (folder.file("request"), folder.file("forged.pem"))
    return Shell.run(
      """
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -subj /CN=x -out \(request) \
      2>/dev/null && openssl x509 -req -in \(request) -CA \(ca) -CAkey \(key) -set_serial 1 -days 1 \
      -extfile \(extensions) -out \(leaf) 2>/dev/null; cat \(leaf)
      """)
  }
}

@Suite(.enabled(if: Shell.has("openssl"))) struct `A certificate authority` {
  private let bench = Bench()
  private let now = time(nil)
  private let names = [
    "appleid.apple.com", "localhost", "127.0.0.1", "::1", "mock.example.org", "10.1.2.3", "fd00::1",
  ]
  .compactMap { HostName($0) }

  private func authority() throws -> CertificateAuthority {
    try CertificateAuthority(permitting: names, at: now)
  }

  @Test func `signs for a server as strict clients want it`() throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, at: now)
    #expect(bench.verify(server.chain, under: authority.certificate).hasSuffix("leaf.pem: OK\n"))
    for name in ["appleid.apple.com", "localhost", "mock.example.org"] {
      #expect(
        bench.verify(server.chain, under: authority.certificate, "-verify_hostname \(name)").hasSuffix("OK\n")
      )
    }
    for address in ["127.0.0.1", "::1", "10.1.2.3", "fd00::1"] {
      #expect(
        bench.verify(server.chain, under: authority.certificate, "-verify_ip \(address)").hasSuffix("OK\n"))
    }
    #expect(
      bench.verify(server.chain, under: authority.certificate, "-verify_hostname apple.com").contains(
        "mismatch"))
    _ = try ServerCertificate(chain: server.chain, privateKey: server.privateKey, at: now)
  }

  @Test func `permits what it was made for, and nothing else`() throws {
    let authority = try authority()
    for name in ["DNS:appleid.apple.com", "DNS:x.localhost", "IP:127.9.9.9", "IP:::1", "IP:10.1.2.3"] {
      #expect(
        bench.verify(bench.forged(name, by: authority), under: authority.certificate).hasSuffix("OK\n"),
        "\(name)")
    }
    for name in [
      "DNS:example.com", "DNS:apple.com", "DNS:gsa.apple.com", "IP:10.1.2.4", "IP:128.0.0.1", "IP:::2",
      "DNS:localhost,DNS:example.com",
    ] {
      let said = bench.verify(bench.forged(name, by: authority), under: authority.certificate)
      #expect(said.contains("permitted subtree violation"), "\(name): \(said)")
    }
  }

  @Test(arguments: [
    ("sslclient", "DNS:localhost", "clientAuth"), ("smimesign", "email:ceo@example.com", "emailProtection"),
    ("smimeencrypt", "email:ceo@example.com", "emailProtection"),
  ])
  func `signs for servers alone`(purpose: String, name: String, usage: String) throws {
    let authority = try authority()
    let leaf = bench.forged(name + "\nextendedKeyUsage=" + usage, by: authority)
    #expect(
      bench.verify(leaf, under: authority.certificate, purpose: purpose).contains("purpose"), "\(purpose)")
  }

  @Test func `signs for no other authority`() throws {
    let authority = try authority()
    let text = bench.text(authority.certificate)
    for part in [
      "X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0",
      "X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign",
      "X509v3 Name Constraints: critical\n                Permitted:", "X509v3 Subject Key Identifier:",
      "Public-Key: (256 bit)", "Version: 3", "CN = mockapple test CA ",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `is good for ten years, its servers for less than 398 days, both from the day before`() throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, at: now)
    let day = 86_400
    func isGood(_ pem: String, _ moment: Int) throws -> Bool {
      try Certificate(pem: pem).period(at: moment) == .present
    }
    for (pem, days) in [(authority.certificate, 3650), (server.chain, 395)] {
      #expect(try isGood(pem, now - day + 1) && isGood(pem, now) && isGood(pem, now + days * day - 1))
      #expect(try !isGood(pem, now - day - 1) && !isGood(pem, now + days * day + 1))
    }
  }

  @Test func `refuses a name that it does not permit, and a life beyond its own`() throws {
    let authority = try authority()
    let other = try #require(HostName("example.com"))
    let error = #expect(throws: OpenSSLError.self) {
      try authority.serverCertificate(for: names + [other], at: now)
    }
    #expect(error?.description.hasSuffix("DNS:example.com: permitted subtree violation.") == true)
    let late = #expect(throws: OpenSSLError.self) {
      try authority.serverCertificate(for: names, at: now + 3600 * 86_400)
    }
    #expect(late?.description.hasSuffix("certificate has expired.") == true)
    let inner = try #require(HostName("deep.mock.example.org"))
    _ = try authority.serverCertificate(for: [inner], at: now)
  }

  @Test func `is another one each time`() throws {
    let (one, two) = (try authority(), try authority())
    #expect(one != two)
    let server = try one.serverCertificate(for: names, at: now)
    #expect(bench.verify(server.chain, under: two.certificate).contains("unable to get local issuer"))
    let subjects = [one, two].map {
      bench.text($0.certificate).firstMatch(of: /Subject: CN = (.*)/).map { String($0.1) }
    }
    #expect(subjects[0] != subjects[1])
  }

  @Test func `that is damaged signs for nobody`() throws {
    let damaged = CertificateAuthority(certificate: "x", privateKey: try authority().privateKey)
    #expect(throws: OpenSSLError.self) { try damaged.serverCertificate(for: names, at: now) }
  }
}

@Suite struct `A server certificate from a file` {
  private let now = time(nil)
  private let authority: CertificateAuthority
  private let server: ServerCertificate

  init() throws {
    let names = [HostName.dns("localhost")]
    authority = try CertificateAuthority(permitting: names, at: now)
    server = try authority.serverCertificate(for: names, at: now)
  }

  private func refusal(_ chain: String, _ key: String, at moment: Int? = nil) -> String? {
    #expect(throws: OpenSSLError.self) {
      try ServerCertificate(chain: chain, privateKey: key, at: moment ?? now)
    }?.description
  }

  @Test func `is taken with its chain, whatever words are around`() throws {
    let chain = "subject=x\n" + server.chain + "\nissuer=y\n" + authority.certificate + "the end\n"
    #expect(try ServerCertificate(chain: chain, privateKey: server.privateKey, at: now).chain == chain)
  }

  @Test func `is refused when it is none, or not now, or another's`() throws {
    let (chain, key) = (server.chain, server.privateKey)
    #expect(refusal("", key)?.contains("no CERTIFICATE block") == true)
    #expect(refusal(key, key)?.contains("no CERTIFICATE block") == true)
    #expect(refusal(String(chain.prefix(300)), key)?.contains("cut off") == true)
    #expect(refusal(chain.replacing("MI", with: "MJ"), key)?.contains("damaged") == true)
    #expect(refusal(chain + chain.replacing("MI", with: "MJ"), key)?.contains("damaged") == true)
    #expect(refusal(chain, "")?.contains("no PRIVATE KEY block") == true)
    #expect(refusal(chain, Keys.encrypted)?.contains("encrypted") == true)
    #expect(
      refusal(chain, authority.privateKey) == "The private key does not belong to the first certificate.")
    #expect(
      refusal(authority.certificate + chain, key)
        == "The private key does not belong to the first certificate.")
    #expect(refusal(chain, key, at: now + 396 * 86_400) == "Certificate 1 has expired.")
    #expect(refusal(chain, key, at: now - 2 * 86_400) == "Certificate 1 is not valid yet.")
  }
}

@Suite struct `The name of a host` {
  @Test(arguments: [
    ("Appleid.Apple.COM", "DNS:appleid.apple.com"), ("localhost", "DNS:localhost"),
    ("my_mock", "DNS:my_mock"),
    ("a-b.1x", "DNS:a-b.1x"), ("127.0.0.1", "IP:127.0.0.1"), ("::1", "IP:0:0:0:0:0:0:0:1"),
    ("2001:DB8::ff", "IP:2001:db8:0:0:0:0:0:ff"),
  ])
  func `is one of DNS or an address`(text: String, name: String) {
    #expect(HostName(text)?.alternativeName == name)
  }

  @Test(arguments: [
    "", ".", "a..b", "a.", ".a", "-a", "a-", "*.example.com", "a b", "a,DNS:b", "a;b", "é", "a:b", "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1", "127.0.0.1 ", "[::1]", "https://a", "a/b", ":::1", String(repeating: "a", count: 64),
    String(repeating: "a.", count: 127) + "a",
  ])
  func `is nothing else`(text: String) {
    #expect(HostName(text) == nil)
  }

  @Test(arguments: [
    ("127.5.5.5", "IP:127.0.0.0/255.0.0.0"), ("10.0.0.1", "IP:10.0.0.1/255.255.255.255"),
    ("::1", "IP:0:0:0:0:0:0:0:1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("a.b", "DNS:a.b"),
  ])
  func `permits itself, and a loopback address its net`(text: String, subtree: String) {
    #expect(HostName(text)?.subtree == subtree)
  }
}
