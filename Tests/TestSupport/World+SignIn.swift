import Provider
package import Crypto
import JOSE
package import JSON
import Sample

extension World {
  /// The Return URL of the sample's website.
  package static let redirectURI = "http://localhost:3000/callback"
  /// The private half of the sample key.
  package static var sampleKey: ECPrivateKey { get throws { try ECPrivateKey(pem: Sample.clientKeyPEM) } }

  /// A code by the admin's sign-in.
  package func code(account: String = "jane", client: String = "com.example.app", _ more: [JSON.Member] = [])
    -> String
  {
    let answer = signIn(account: account, client: client, more).json
    return answer["authorization_code"]?.string ?? answer["parameters"]?["code"]?.string
      ?? "no code: \(answer.text())"
  }

  /// Signs a person in by the admin's call.
  package func signIn(
    account: String = "jane", client: String = "com.example.app", _ more: [JSON.Member] = []
  ) -> Answer {
    admin(
      "POST", "sign-ins",
      .object([JSON.Member("account", .string(account)), JSON.Member("client_id", .string(client))] + more))
  }

  /// A good client_secret, or one with other claims and header members laid over the good ones (nil takes one away).
  package func secret(
    _ client: String = "com.example.app", claims: [(String, JSON?)] = [], header: [(String, JSON?)] = [],
    key: ECPrivateKey? = nil
  ) throws -> String {
    let now = context.stampNow
    let good: [(String, JSON?)] = [
      ("iss", "TEAM000001"), ("iat", .int(now)), ("exp", .int(now + 3600)),
      ("aud", "https://appleid.apple.com"),
      ("sub", .string(client)),
    ]
    return try JWS.es256(
      header: Self.laid([("alg", "ES256"), ("kid", .string(Sample.clientKeyID))], header),
      claims: Self.laid(good, claims), key: key ?? Self.sampleKey)
  }

  private static func laid(_ good: [(String, JSON?)], _ over: [(String, JSON?)]) -> JSON {
    var members = good.filter { member in !over.contains { $0.0 == member.0 } }
    members += over
    return .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
  }

  /// Redeems a code with a good secret, or with other parameters laid over the good ones (nil takes one away).
  package func redeem(
    _ code: String, client: String = "com.example.app", _ over: [(String, String?)] = []
  ) throws -> Answer {
    let web = client == "com.example.web"
    let good: [(String, String?)] = [
      ("grant_type", "authorization_code"), ("client_id", client), ("client_secret", try secret(client)),
      ("code", code), ("redirect_uri", web ? Self.redirectURI : nil),
    ]
    return post("/auth/token", Self.laid(good, over))
  }

  /// Refreshes with a good secret, or with other parameters laid over the good ones.
  package func refresh(
    _ token: String, client: String = "com.example.app", _ over: [(String, String?)] = []
  ) throws -> Answer {
    let good: [(String, String?)] = [
      ("grant_type", "refresh_token"), ("client_id", client), ("client_secret", try secret(client)),
      ("refresh_token", token),
    ]
    return post("/auth/token", Self.laid(good, over))
  }

  private static func laid(_ good: [(String, String?)], _ over: [(String, String?)]) -> [(String, String)] {
    let kept = good.filter { pair in !over.contains { $0.0 == pair.0 } }
    return (kept + over).compactMap { name, value in value.map { (name, $0) } }
  }

  /// The claims of a token after its signature was verified against `/auth/keys`.
  package func verified(_ token: String?) throws -> JSON {
    let jws = try JWS(compact: token ?? "")
    let keys = get("/auth/keys").json["keys"]?.array ?? []
    guard let jwk = keys.first(where: { $0["kid"] == jws.header["kid"] }),
      let n = jwk["n"]?.string.flatMap(Base64URL.decode), let e = jwk["e"]?.string.flatMap(Base64URL.decode),
      try RSAPublicKey(modulus: n, exponent: e).isValid(jws.signature, for: jws.signingInput)
    else { throw JOSEError("the token is not signed by a key of the key set") }
    return try jws.claims()
  }
}

extension World {
  /// The kid in a token's header, unverified.
  package func kid(of token: String) throws -> String { try JWS(compact: token).header["kid"]?.string ?? "" }
}
