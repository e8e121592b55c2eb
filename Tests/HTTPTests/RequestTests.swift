import Testing

@testable import HTTP

@Suite struct `A request` {
  @Test(arguments: [
    ("/", "/", ""), ("/a?b", "/a", "b"), ("/a?", "/a", ""), ("/a?b?c=/d", "/a", "b?c=/d"),
    ("//a//", "//a//", ""),
    ("/%2F%00?%3F", "/%2F%00", "%3F"), ("http://host", "/", ""), ("HTTPS://host:1/a?b", "/a", "b"),
    ("http://host?b", "/", "b"), ("*", "*", ""), ("", "/", ""), ("/e\u{301}?\u{301}", "/e\u{301}", "\u{301}"),
    ("/http://x", "/http://x", ""),
  ])
  func `has a path and a query`(target: String, path: String, query: String) {
    let request = Request(method: "GET", target: target)
    #expect(request.path == path)
    #expect(request.query == query)
  }

  @Test(arguments: [
    ("application/JSON; charset=utf-8", "application/json"), (" text/html ;x", "text/html"), ("a/b", "a/b"),
  ])
  func `has a media type`(field: String, type: String) {
    #expect(Request(method: "POST", target: "/", headers: ["content-type": field]).mediaType == type)
  }

  @Test func `without a Content-Type has no media type`() {
    #expect(Request(method: "POST", target: "/").mediaType == nil)
  }
}
