import Testing

@testable import HTTP

@Suite struct `Header fields` {
  private let headers: Headers = ["Accept": "a", "X-B": "b", "accept": "c"]

  @Test func `are found whatever the case of their name`() {
    #expect(headers["ACCEPT"] == "a")
    #expect(headers.all("Accept") == ["a", "c"])
    #expect(headers["Accep"] == nil)
    #expect(headers["X_B"] == nil)
  }

  @Test func `are replaced where the first of the name was`() {
    var headers = headers
    headers["aCCEPT"] = "d"
    #expect(headers == ["Accept": "d", "X-B": "b"])
    headers["x-b"] = nil
    headers["X-E"] = "e"
    #expect(headers.map(\.name) == ["aCCEPT", "X-E"])
  }

  @Test func `may be repeated`() {
    var headers = headers
    headers.append("X-b", "f")
    #expect(headers.map(\.value) == ["a", "b", "c", "f"])
    #expect(headers != self.headers)
  }

  @Test func `go onto the wire without anything that breaks it`() {
    let headers: Headers = ["A": "1\u{7F}\r\n2", "B C": "3", "é": "4", "content-LENGTH": "5", "D": "é\t6"]
    #expect(headers.wireSafe.map { "\($0.name)=\($0.value)" } == ["A=1   2", "D=é\t6"])
  }
}
