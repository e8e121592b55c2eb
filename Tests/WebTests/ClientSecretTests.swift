import AppleID
import Crypto
import JOSE
import JSON
import TestSupport
import Testing

@Suite struct `A client secret` {
  let world: World
  init() throws { world = try World() }

  @Test func `as Apple documents it is taken`() throws { try world.expectAcceptance(of: world.secret()) }

  @Test(.shows(.secretReused)) func `is reused any number of times`() throws {
    let secret = try world.secret()
    for _ in 1...20 { try world.expectAcceptance(of: secret) }
  }

  @Test func `may say typ`() throws {
    try world.expectAcceptance(of: world.secret(header: [("typ", "JWT")]))
  }

  @Test(arguments: ["no JWT", "a.b", "a.b.c", "....", "e30.e30", "bnVsbA.e30.AAAA", "e30.W10.AAAA"])
  func `that is no JWT is refused`(secret: String) throws {
    try world.expectRefusal(of: secret, by: .clientSecretMalformed, hint: "client_secret is no JWT")
  }

  @Test(.holds(.clientSecretMalformed))
  func `with a claim written twice is refused`() throws {
    let header: JSON = ["alg": "ES256", "kid": "KEY0000001"]
    let claims = #"{"iss":"TEAM000001","sub":"com.example.app","sub":"com.example.web"}"#
    let input = JWS.signingInput(header: header, payload: Array(claims.utf8))
    let secret = JWS.compact(input, signature: try World.sampleKey.signature(for: input))
    try world.expectRefusal(of: secret, by: .clientSecretMalformed, hint: "twice")
  }

  @Test(.holds(.clientSecretMalformed))
  func `damaged by a missing percent-encoding is refused`() throws {
    let secret = try world.secret()
    try world.expectRefusal(of: secret + " ", by: .clientSecretMalformed, hint: "base64url")
  }

  @Test(
    .holds(.clientUnknown),
    arguments: [
      ("com.example.nobody", "client_id com.example.nobody is not registered"),
      ("TEAM000001.com.example.app", "leave the Team ID in front away: com.example.app"),
      ("com.example.App", "com.example.app is registered; upper and lower case matter"),
    ])
  func `of a client that is not registered is refused`(client: String, hint: String) throws {
    try world.expectRefusal(of: world.secret(client), by: .clientUnknown, hint: hint, client: client)
  }

  @Test(.holds(.clientSecretAlgNotES256))
  func `with alg none is refused`() throws {
    let input = JWS.signingInput(
      header: ["alg": "none", "kid": "KEY0000001"],
      payload: (try JWS(compact: world.secret())).payload)
    try world.expectRefusal(
      of: JWS.compact(input, signature: []), by: .clientSecretAlgNotES256, hint: "client_secret alg is none")
  }

  @Test(.holds(.clientSecretAlgNotES256))
  func `with HS256 over the public key is refused`() throws {
    let secret = JWS.hs256(
      header: ["alg": "HS256", "kid": "KEY0000001"], claims: try JWS(compact: world.secret()).claims(),
      key: Array(try World.sampleKey.publicKey.pem().utf8))
    try world.expectRefusal(of: secret, by: .clientSecretAlgNotES256, hint: "client_secret alg is HS256")
  }

  @Test(.holds(.clientSecretAlgNotES256), arguments: ["es256", "RS256", "ES384", nil])
  func `with another alg is refused`(alg: String?) throws {
    let secret = try world.secret(header: [("alg", alg.map { .string($0) })])
    try world.expectRefusal(
      of: secret, by: .clientSecretAlgNotES256, hint: "client_secret alg is \(alg ?? "missing")")
  }

  @Test(.holds(.clientSecretSignatureDER))
  func `with a DER signature is refused`() throws {
    let input = try JWS(compact: world.secret()).signingInput
    let secret = JWS.compact(input, signature: try World.sampleKey.derSignature(for: input))
    try world.expectRefusal(of: secret, by: .clientSecretSignatureDER, hint: "The signature is ASN.1 DER")
  }

  @Test(.holds(.clientSecretSignatureWrong))
  func `signed by another private key is refused`() throws {
    let secret = try world.secret(key: .generate())
    try world.expectRefusal(
      of: secret, by: .clientSecretSignatureWrong, hint: "not that of key KEY0000001: another private key")
  }

  @Test(.holds(.clientSecretSignatureWrong), arguments: [0, 1, 32, 63, 65, 128])
  func `whose signature has not 64 bytes is refused`(count: Int) throws {
    let input = try JWS(compact: world.secret()).signingInput
    let secret = JWS.compact(input, signature: [UInt8](repeating: 7, count: count))
    try world.expectRefusal(
      of: secret, by: .clientSecretSignatureWrong, hint: "The signature has \(count) bytes; ES256 has 64.")
  }

  @Test(.holds(.clientSecretSignatureWrong))
  func `whose claims were changed after signing is refused`() throws {
    let parts = try world.secret().split(separator: ".")
    let other = try world.secret(claims: [("exp", .int(World.start + 60))]).split(separator: ".")
    try world.expectRefusal(
      of: "\(parts[0]).\(other[1]).\(parts[2])", by: .clientSecretSignatureWrong,
      hint: "was changed on its way")
  }
}
