import JSON
import TestSupport
import Testing
import Web

@Suite struct `The certificate of the authority` {
  @Test func `is given as PEM`() throws {
    let pem = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"
    let answer = try World(options: Options(certificateAuthority: pem)).admin("GET", "ca")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/x-pem-file")
    #expect(answer.text == pem)
  }

  @Test func `is not found where TLS is off, with a word on how to turn it on`() throws {
    let answer = try World().admin("GET", "ca")
    #expect(answer.status == 404)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(answer.json["detail"]?.string?.contains("serve --tls-port") == true)
  }
}
