import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The e-mail claims` {
  let world: World
  init() throws { world = try World() }

  private func claims(_ account: String, _ more: [JSON.Member] = []) throws -> JSON {
    try world.verified(world.signIn(account: account, more).json["identity_token"]?.string)
  }

  @Test func `are those of a relay where the person hides`() throws {
    let claims = try claims("john")
    let address = claims["email"]?.string ?? ""
    #expect(address.wholeMatch(of: /[a-z0-9]{10,11}@privaterelay\.appleid\.com/) != nil)
    #expect(claims["email_verified"] == true)
    #expect(claims["is_private_email"] == true)
  }

  @Test func `go without is_private_email for a real address`() throws {
    let claims = try claims("john", [JSON.Member("hide_email", false)])
    #expect(claims["email"] == "john@example.com")
    #expect(claims["is_private_email"] == nil)
  }

  @Test(.shows(.managedAccount)) func `are not verified, and never a relay's, for a managed account`() throws
  {
    let claims = try claims("max", [JSON.Member("hide_email", true)])
    #expect(claims["email"] == "max@school.example")
    #expect(claims["email_verified"] == false)
    #expect(claims["is_private_email"] == nil)
    #expect(claims["org_id"] == "3f0c8d2e-7a55-4a0e-9a0b-5b7f4c1de001")
    #expect(claims.members?.last?.name == "org_id")
  }

  @Test(arguments: [true, false]) func `are absent where the account has no address`(isHiding: Bool) throws {
    #expect(world.admin("POST", "accounts", ["id": "noone"]).status == 201)
    let claims = try claims("noone", [JSON.Member("hide_email", .bool(isHiding))])
    for name in ["email", "email_verified", "is_private_email"] { #expect(claims[name] == nil) }
  }

  @Test(arguments: ["", "name", "openid"]) func `are absent without the scope`(scope: String) throws {
    let claims = try claims("john", [JSON.Member("scope", .string(scope))])
    for name in ["email", "email_verified", "is_private_email"] { #expect(claims[name] == nil) }
  }

  @Test(arguments: ["", "name"]) func `stay absent, whatever is asked for later, until a new consent`(
    scope: String
  ) throws {
    _ = try claims("john", [JSON.Member("scope", .string(scope))])
    for _ in 1...3 {
      #expect(try claims("john")["email"] == nil)
      let tokens = try world.redeem(world.code(account: "john")).json
      #expect(try world.verified(tokens["id_token"]?.string)["email"] == nil)
    }
    #expect(world.admin("DELETE", "accounts/john/consents/com.example.app").status == 204)
    #expect(try claims("john")["email"] != nil)
  }

  @Test(.shows(.emailInEveryToken)) func `stay in every later token`() throws {
    let first = try claims("john")["email"]
    #expect(try claims("john", [JSON.Member("scope", "")])["email"] == first)
    #expect(try claims("john", [JSON.Member("hide_email", false)])["email"] == first)
    let tokens = try world.redeem(world.code(account: "john")).json
    #expect(try world.verified(tokens["id_token"]?.string)["email"] == first)
    let refreshed = try world.refresh(tokens["refresh_token"]?.string ?? "").json
    #expect(try world.verified(refreshed["id_token"]?.string)["email"] == first)
  }

  @Test(
    .shows(.idTokenBooleans),
    arguments: [
      ("boolean", JSON.bool(true), JSON.bool(false)), ("string", .string("true"), .string("false")),
    ])
  func `have the type that token_booleans says`(value: String, yes: JSON, no: JSON) throws {
    world.set("token_booleans", .string(value))
    let john = try claims("john")
    #expect(john["email_verified"] == yes)
    #expect(john["is_private_email"] == yes)
    #expect(john["nonce_supported"] == true)
    #expect(try claims("max")["email_verified"] == no)
  }

  @Test func `have either type, each by itself, where token_booleans is mixed`() throws {
    world.set("token_booleans", "mixed")
    let seen = try (0..<40).map { _ in
      let claims = try claims("john")
      return [claims["email_verified"], claims["is_private_email"]]
    }
    let options: [JSON] = [true, "true"]
    for first in options {
      for second in options { #expect(seen.contains([first, second])) }
    }
    #expect(seen.allSatisfy { pair in pair.allSatisfy { $0.map(options.contains) == true } })
  }
}
