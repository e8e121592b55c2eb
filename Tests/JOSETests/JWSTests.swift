import Crypto
import JOSE
import JSON
import Testing

@Suite struct `A compact JWS` {
  let header: JSON = ["kid": "AAAAAAAAAA", "alg": "RS256"]
  let claims: JSON = ["iss": "https://appleid.apple.com", "aud": "com.example", "exp": 1]

  @Test func `with RS256 comes apart as it was put together`() throws {
    let key = try RSAPrivateKey.generate()
    let jws = try JWS(compact: JWS.rs256(header: header, claims: claims, key: key))
    #expect(jws.header == header)
    #expect(jws.payload == claims.bytes())
    #expect(try jws.claims() == claims)
    #expect(key.publicKey.isValid(jws.signature, for: jws.signingInput))
  }

  @Test func `with ES256 has 64 bytes of signature`() throws {
    let key = try ECPrivateKey.generate()
    let compact = try JWS.es256(header: ["alg": "ES256"], claims: claims, key: key)
    let jws = try JWS(compact: compact)
    #expect(jws.signature.count == 64)
    #expect(key.publicKey.isValid(jws.signature, for: jws.signingInput))
    #expect(compact == JWS.compact(jws.signingInput, signature: jws.signature))
  }

  @Test func `with HS256 carries the code under the key`() throws {
    let key = Array("secret".utf8)
    let jws = try JWS(compact: JWS.hs256(header: ["alg": "HS256"], claims: claims, key: key))
    #expect(jws.signature == HMACSHA256.code(for: jws.signingInput, key: key))
  }

  /// RFC 7515, appendix A.3; its header and payload are someone else's JSON, with white space.
  @Test func `of RFC 7515 verifies with its JWK`() throws {
    let key = try JWK.ecPublicKey([
      "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ])
    let jws = try JWS(
      compact: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
        + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
        + "pmWQxfKTUJqPP3-Kg6NU1Q")
    #expect(key.isValid(jws.signature, for: jws.signingInput))
    #expect(jws.header == ["alg": "ES256"])
    #expect(try jws.claims() == ["iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": true])
  }

  @Test func `with alg none has no signature`() throws {
    let input = JWS.signingInput(header: ["alg": "none"], payload: claims.bytes())
    let jws = try JWS(compact: JWS.compact(input, signature: []))
    #expect(jws.signature == [])
    #expect(jws.signingInput == input)
  }

  @Test(arguments: [
    ("", "1"), ("e30.e30", "2"), ("e30.e30.e30.e30", "4"), ("e30.e30.e30.", "4"),
    (".e30.", "The header is not JSON"),
    ("e3.e30.", "The header is not base64url"), ("e30.e30=.", "The payload is not base64url"),
    ("e30.e30.+", "The signature is not base64url"), (" e30.e30.", "The header is not base64url"),
    ("e30.e30.\n", "The signature is not base64url"), ("bnVsbA.e30.", "The header is null"),
    ("W10.e30.", "The header is an array"), ("eyJhIjoxLCJhIjoxfQ.e30.", "\"a\" stands here twice"),
    ("eyJ9.e30.", "The header is not JSON"), ("e30.\u{301}e30.", "The payload is not base64url"),
  ])
  func `is refused, naming the wrong part`(text: String, reason: String) {
    let error = #expect(throws: JOSEError.self) { try JWS(compact: text) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test(arguments: [("e30..", "not JSON"), ("e30.W10.", "an array"), ("e30.gA.", "not JSON")])
  func `may have any payload, but not as claims`(text: String, reason: String) throws {
    let jws = try JWS(compact: text)
    let error = #expect(throws: JOSEError.self) { try jws.claims() }
    #expect(error?.description.hasPrefix("The payload is \(reason)") == true)
  }

  @Test func `has 16 KiB at most`() throws {
    let longest = "e30." + String(repeating: "AAAA", count: 4_094) + ".AAA"
    #expect(longest.utf8.count == 16_384)
    #expect(try JWS(compact: longest).payload.count == 3 * 4_094)
    let error = #expect(throws: JOSEError.self) { try JWS(compact: longest + "A") }
    #expect(error?.description == "The JWS is longer than 16 KiB.")
  }
}
