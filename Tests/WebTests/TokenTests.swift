import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `Redeeming an authorization code` {
  @Test(.holds(.codeUsed)) func `works once`() throws {
    let world = try World()
    let code = world.code()
    #expect(try world.redeem(code).status == 200)
    let second = try world.redeem(code)
    #expect(second.status == 400)
    #expect(
      second.text == #"{"error":"invalid_grant","error_description":"The code has already been used."}"#)
  }
}
