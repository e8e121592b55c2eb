import Crypto
import Testing

@Suite struct `An RSA key` {
  let message = Array("abc".utf8)

  @Test func `signs as the openssl command does`() throws {
    #expect(try RSAPrivateKey(pem: Keys.rsa).signature(for: message) == Keys.signatureOfRSA)
  }

  @Test func `verifies its own signature and no other`() throws {
    let key = try RSAPrivateKey(pem: Keys.rsa)
    #expect(key.publicKey.isValid(Keys.signatureOfRSA, for: message))
    #expect(!key.publicKey.isValid(Keys.signatureOfRSA, for: message + [0]))
    #expect(!key.publicKey.isValid(Keys.signatureOfRSA.dropLast(), for: message))
    #expect(!key.publicKey.isValid([], for: message))
    var changed = Keys.signatureOfRSA
    changed[100] ^= 1
    #expect(!key.publicKey.isValid(changed, for: message))
  }

  @Test func `is the same in PKCS#1`() throws {
    let a = try RSAPrivateKey(pem: Keys.rsa), b = try RSAPrivateKey(pem: Keys.rsaPKCS1)
    #expect(a.publicKey.modulus == b.publicKey.modulus)
    #expect(try b.pem() == Keys.rsa + "\n")
  }

  @Test func `survives PEM with text around it`() throws {
    let key = try RSAPrivateKey(pem: "# a comment\n\n" + Keys.rsa + "\nmore words")
    #expect(try key.pem() == Keys.rsa + "\n")
  }

  @Test func `is made with 2048 bits and 65537`() throws {
    let key = try RSAPrivateKey.generate()
    #expect(key.publicKey.modulus.count == 256)
    #expect(key.publicKey.exponent == [1, 0, 1])
    #expect(try key.publicKey.isValid(key.signature(for: []), for: []))
    let another = try RSAPrivateKey(pem: Keys.rsa)
    #expect(try !another.publicKey.isValid(key.signature(for: []), for: []))
  }

  @Test func `comes back from its two numbers, with leading zeros or not`() throws {
    let key = try RSAPrivateKey(pem: Keys.rsa).publicKey
    let copy = try RSAPublicKey(modulus: [0, 0] + key.modulus, exponent: [0] + key.exponent)
    #expect(copy.isValid(Keys.signatureOfRSA, for: message))
    #expect(copy.modulus == key.modulus)
    #expect(copy.exponent == key.exponent)
    #expect(try copy.pem() == key.pem())
    #expect(try key.pem().hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
  }

  @Test(
    arguments: [
      ([], [1, 0, 1]), ([0], [1, 0, 1]), ([UInt8](repeating: 0xFE, count: 256), [1, 0, 1]),
      ([UInt8](repeating: 0xFF, count: 255), [1, 0, 1]), ([UInt8](repeating: 0xFF, count: 4096), [1, 0, 1]),
      ([UInt8](repeating: 0xFF, count: 256), []), ([UInt8](repeating: 0xFF, count: 256), [1]),
      ([UInt8](repeating: 0xFF, count: 256), [4]),
    ] as [([UInt8], [UInt8])])
  func `cannot have these numbers`(modulus: [UInt8], exponent: [UInt8]) {
    #expect(throws: OpenSSLError.self) { try RSAPublicKey(modulus: modulus, exponent: exponent) }
  }

  @Test(arguments: [
    (Keys.rsa1024, "1024 bits"), (Keys.pss, "RSA-PSS"), (Keys.ec, "The key is EC"), (Keys.ed25519, "ED25519"),
    (Keys.encryptedRSA, "encrypted"), (Keys.ecPublic, "This is a public key"),
    ("", "There is no PRIVATE KEY block"),
    ("no key at all", "There is no PRIVATE KEY block"), (String(Keys.rsa.prefix(800)), "cut off"),
    (String(repeating: "A", count: 1_000_000), "64 KiB"),
  ])
  func `is refused when it is none for RS256`(pem: String, reason: String) {
    let error = #expect(throws: OpenSSLError.self) { try RSAPrivateKey(pem: pem) }
    #expect(error?.description.contains(reason) == true)
  }
}
