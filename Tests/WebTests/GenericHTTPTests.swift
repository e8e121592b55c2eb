import AppleID
import HTTP
import JSON
import TestSupport
import Web
import Testing

@Suite struct `Apple's side of HTTP` {
  static func page(_ title: String) -> String {
    """
    <html>
    <head><title>\(title)</title></head>
    <body>
    <center><h1>\(title)</h1></center>
    <hr><center>Apple</center>
    </body>
    </html>

    """
  }

  @Test(
    .shows(.errorPage),
    .holds(.pathUnknown),
    arguments: [
      "/", "/auth", "/auth/keys/", "/auth//keys", "/auth/%6Beys", "/AUTH/keys", "/userinfo",
      "/auth/introspect",
    ])
  func `knows no other path`(path: String) throws {
    let answer = try World().get(path)
    #expect(answer.status == 404)
    #expect(answer.header("Content-Type") == "text/html")
    #expect(answer.text == Self.page("404 Not Found"))
  }

  @Test(
    .holds(.methodNotAllowed),
    arguments: [
      ("GET", "/auth/token", "POST"), ("PUT", "/auth/token", "POST"), ("GET", "/auth/revoke", "POST"),
      ("POST", "/auth/keys", "GET, HEAD"), ("OPTIONS", "/auth/keys", "GET, HEAD"),
      ("DELETE", "/auth/authorize", "GET, HEAD"),
      ("POST", "/.well-known/openid-configuration", "GET, HEAD"),
    ])
  func `takes the documented methods alone`(method: String, path: String, allow: String) throws {
    let answer = Answer(try World().send(method, path))
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == allow)
    #expect(answer.text == Self.page("405 Method Not Allowed"))
  }

  @Test(.holds(.bodyTooLarge)) func `takes no body of more than 64 KiB`() throws {
    let world = try World()
    #expect(Application.bodyLimit(method: "POST", target: "/auth/token", on: .both) == 65536)
    #expect(Application.bodyLimit(method: "PUT", target: "/admin/snapshot", on: .apple) == 65536)
    let request = Request(
      method: "POST", target: "/auth/token",
      headers: ["Host": "x", "Content-Type": "application/x-www-form-urlencoded"],
      isBodyTooLarge: true)
    let answer = Answer(world.application.respond(to: request, on: .both))
    #expect(answer.status == 413)
    #expect(answer.text == Self.page("413 Request Entity Too Large"))
  }

  @Test(
    .shows(.serverHeader), arguments: ["/auth/keys", "/.well-known/openid-configuration", "/auth/nothing"])
  func `says who serves, and numbers each answer for the journal`(path: String) throws {
    let world = try World()
    let answer = world.get(path)
    #expect(answer.header("Server") == "Apple")
    #expect(answer.header("X-MockApple-Request") == "1")
    #expect(world.admin("GET", "requests/1").json["path"]?.string == path)
  }

  @Test(.shows(.jsonHeaders), arguments: ["/auth/keys", "/.well-known/openid-configuration"])
  func `sends JSON with Apple's headers`(path: String) throws {
    let answer = try World().get(path)
    #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Pragma") == "no-cache")
    #expect(answer.header("WWW-Authenticate") == nil)
  }

  @Test func `is silent about rules with no-explain`() throws {
    let world = try World(options: .init(explains: false))
    let answer = world.get("/auth/nothing")
    #expect(answer.header("X-MockApple-Request") == nil && answer.header("X-MockApple-Hint") == nil)
  }

  @Test(arguments: ["ключ", "a\u{0}b", "a\r\nb", String(repeating: "x", count: 3000)])
  func `keeps a hint to one line of ASCII, whatever was sent`(client: String) throws {
    let answer = try World().post(
      "/auth/token", [("grant_type", "x"), ("client_id", client), ("client_secret", "x")])
    #expect(answer.text == #"{"error":"invalid_client"}"#)
    #expect(answer.hint.utf8.count <= 1024 && !answer.hint.isEmpty)
    #expect(answer.hint.utf8.allSatisfy { (0x20...0x7e).contains($0) })
  }
}
