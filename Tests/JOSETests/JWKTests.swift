import Crypto
import JOSE
import JSON
import Testing

@Suite struct `A JWK` {
  let example: JSON = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  ]

  private func example(with name: String, _ value: JSON?) -> JSON {
    .object((example.members ?? []).filter { $0.name != name } + (value.map { [.init(name, $0)] } ?? []))
  }

  @Test func `of RSA has Apple's members in Apple's order`() throws {
    let modulus = [0xFF] + [UInt8](repeating: 0, count: 254) + [1]
    let key = try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1])
    let json = JWK.json(kid: "AAAAAAAAAA", key)
    #expect(json.members?.map { $0.name } == ["kty", "kid", "use", "alg", "n", "e"])
    #expect(json["n"]?.string.flatMap(Base64URL.decode) == modulus)
    #expect(
      json.text().hasPrefix(#"{"kty":"RSA","kid":"AAAAAAAAAA","use":"sig","alg":"RS256","n":"_wAA"#))
    #expect(json.text().hasSuffix(#","e":"AQAB"}"#))
  }

  @Test func `of P-256 comes back`() throws {
    let key = try ECPrivateKey.generate().publicKey
    #expect(try JWK.ecPublicKey(JWK.json(key)) == key)
    #expect(try JWK.json(JWK.ecPublicKey(example)) == example)
  }

  @Test func `may have members nobody needs`() throws {
    #expect(try JWK.ecPublicKey(example(with: "kid", "a")) == JWK.ecPublicKey(example))
  }

  @Test(
    arguments: [
      ("d", "AAAA", "private key"), ("kty", "RSA", "The kty of the JWK is \"RSA\""),
      ("kty", nil, "no kty"), ("crv", "P-384", "The crv of the JWK is \"P-384\""), ("crv", 1, "is 1;"),
      ("x", nil, "no x"), ("x", "", "0 bytes"), ("x", "AAAA", "3 bytes"),
      ("y", "+", "The y of the JWK is not base64url"),
      ("y", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "no point on P-256"),
    ] as [(String, JSON?, String)])
  func `is refused`(name: String, value: JSON?, reason: String) {
    let error = #expect(throws: JOSEError.self) { try JWK.ecPublicKey(example(with: name, value)) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `is an object`() {
    let error = #expect(throws: JOSEError.self) { try JWK.ecPublicKey([]) }
    #expect(error?.description == "A JWK is an object, not an array.")
  }
}
