import Crypto
import Testing

@Suite struct `A P-256 key` {
  let message = Array("abc".utf8)

  /// RFC 7515, appendix A.3.1.
  @Test func `verifies the example of RFC 7515`() throws {
    let key = try ECPublicKey(
      x: hex("7fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"),
      y: hex("c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"))
    let input = Array(
      ("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
        + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ").utf8)
    let signature = hex(
      "0ed1215379636c483c2f7f155807d402a3b228033af97c7e17819ac3169ea665"
        + "c50a07d38c3c70e5d8f12daf084a5480a66590c5f293509a8f3f7f8a83a354d5")
    #expect(key.isValid(signature, for: input))
    #expect(!key.isValid(signature, for: input.dropLast()))
  }

  @Test func `verifies what the openssl command signed, as DER only`() throws {
    let key = try ECPublicKey(pem: Keys.ecPublic)
    #expect(key.isValid(der: Keys.signatureOfEC, for: message))
    #expect(!key.isValid(Keys.signatureOfEC, for: message))
    #expect(!key.isValid(der: Keys.signatureOfEC + [0], for: message))
  }

  @Test func `signs in 64 bytes, or in DER, and neither passes for the other`() throws {
    let key = try ECPrivateKey(pem: Keys.ec)
    for _ in 0..<300 {  // so that r or s begins with a zero or a set bit now and then
      let raw = try key.signature(for: message), der = try key.derSignature(for: message)
      #expect(raw.count == 64)
      #expect(key.publicKey.isValid(raw, for: message))
      #expect(!key.publicKey.isValid(der: raw, for: message))
      #expect(key.publicKey.isValid(der: der, for: message))
      #expect(!key.publicKey.isValid(der, for: message))
    }
  }

  @Test(arguments: [0, 1, 63, 65, 128]) func `refuses a signature of another length`(count: Int) throws {
    let key = try ECPrivateKey(pem: Keys.ec)
    let signature = try key.signature(for: message) + [UInt8](repeating: 0, count: 64)
    #expect(!key.publicKey.isValid(Array(signature.prefix(count)), for: message))
  }

  @Test(arguments: [UInt8(0), 0xFF]) func `refuses r and s out of range`(byte: UInt8) throws {
    let key = try ECPublicKey(pem: Keys.ecPublic)
    #expect(!key.isValid([UInt8](repeating: byte, count: 64), for: message))
  }

  @Test func `refuses the signature of another key`() throws {
    let signature = try ECPrivateKey.generate().signature(for: message)
    #expect(try !ECPublicKey(pem: Keys.ecPublic).isValid(signature, for: message))
  }

  @Test func `survives PEM, private and public`() throws {
    let key = try ECPrivateKey(pem: "Bag Attributes\n" + Keys.ec + "\nmore words")
    #expect(try key.pem() == Keys.ec + "\n")
    #expect(try key.publicKey.pem() == Keys.ecPublic + "\n")
    let made = try ECPrivateKey.generate()
    #expect(try ECPrivateKey(pem: made.pem()).publicKey == made.publicKey)
    #expect(made.publicKey != key.publicKey)
  }

  @Test func `is read in SEC 1 after its parameters`() throws {
    let key = try ECPrivateKey(pem: Keys.ecSEC1)
    #expect(try key.pem().hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
  }

  @Test func `is known by the numbers of its curve too`() throws {
    let key = try ECPrivateKey(pem: Keys.explicit)
    #expect(try key.publicKey.isValid(key.signature(for: message), for: message))
    #expect(try key.publicKey.pem().count == Keys.ecPublic.count + 1)
  }

  @Test func `is the same with a compressed point`() throws {
    let key = try ECPublicKey(pem: Keys.ecCompressed)
    #expect(try key == ECPublicKey(pem: Keys.ecPublic))
    #expect(try key.pem() == Keys.ecPublic + "\n")
  }

  @Test func `comes back from its coordinates`() throws {
    let key = try ECPublicKey(pem: Keys.ecPublic)
    #expect(try ECPublicKey(x: key.x, y: key.y) == key)
  }

  @Test(arguments: [(32, 32), (31, 32), (32, 33), (0, 0), (64, 0)])
  func `cannot lie off the curve`(x: Int, y: Int) {
    let x = [UInt8](repeating: 1, count: x), y = [UInt8](repeating: 2, count: y)
    #expect(throws: OpenSSLError.self) { try ECPublicKey(x: x, y: y) }
  }

  @Test(arguments: [
    (Keys.p384, "secp384r1"), (Keys.rsa, "The key is RSA"), (Keys.ed25519, "ED25519"),
    (Keys.encrypted, "encrypted"), (Keys.encryptedSEC1, "encrypted"), (Keys.ecPublic, "This is a public key"),
    (Keys.mismatched, "do not belong together"),
    ("", "There is no PRIVATE KEY block"), (String(Keys.ec.prefix(100)), "cut off"),
    (Keys.ec.replacing("\n", with: "\\n"), "a backslash and an n"),
    (Keys.ec.replacing("\n", with: ""), "damaged, or its line ends are lost"),
    (Keys.ec.replacing("MI", with: "MJ"), "damaged"),
    (String(repeating: Keys.ec, count: 1_000), "64 KiB"),
  ])
  func `is refused when it is none for ES256`(pem: String, reason: String) {
    let error = #expect(throws: OpenSSLError.self) { try ECPrivateKey(pem: pem) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test(arguments: [
    (Keys.ec, "This is a private key"), (Keys.encrypted, "This is a private key"),
    (Keys.ecPublic + "\n" + Keys.ec, "This is a private key"), (Keys.p384Public, "secp384r1"),
    ("", "There is no PUBLIC KEY block"), (String(Keys.ecPublic.prefix(90)), "cut off"),
  ])
  func `is refused as a public key when it is none`(pem: String, reason: String) {
    let error = #expect(throws: OpenSSLError.self) { try ECPublicKey(pem: pem) }
    #expect(error?.description.contains(reason) == true)
  }
}
