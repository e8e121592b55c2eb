import Testing

@testable import HTTP

@Suite struct `The backlog of a dispatcher` {
  @Test func `gives a receiver eight places, and keeps its order`() {
    var backlog = Backlog()
    let sendings = (0..<20).map { sending("http://a/\($0)") }
    for sending in sendings { backlog.add(sending) }
    var begun = taken(from: &backlog)
    #expect(begun == (0..<8).map { "http://a/\($0)" })
    for sending in sendings[..<8] { backlog.free(sending) }
    begun = taken(from: &backlog)
    #expect(begun == (8..<16).map { "http://a/\($0)" })
    #expect(backlog.empty().map(\.request.target).sorted() == (16..<20).map { "http://a/\($0)" })
  }

  @Test func `lets receivers take turns`() {
    var backlog = Backlog()
    for target in ["http://a/1", "http://a/2", "http://a/3", "http://B/1", "http://b/2", "http://a:80/1"] {
      backlog.add(sending(target))
    }
    #expect(
      taken(from: &backlog) == [
        "http://a/1", "http://B/1", "http://a:80/1", "http://a/2", "http://b/2", "http://a/3",
      ])
  }

  @Test func `has a place for a healthy one beside many dead`() {
    var backlog = Backlog()
    for number in 0..<200 {
      for _ in 0..<10 { backlog.add(sending("http://dead\(number)/")) }
    }
    #expect(taken(from: &backlog).count == 200)
    backlog.add(sending("http://healthy/"))
    #expect(taken(from: &backlog) == ["http://healthy/"])
  }

  @Test func `has no more places than 100 for many from few, and 256 for one from each`() {
    var backlog = Backlog()
    for number in 0..<50 {
      for _ in 0..<100 { backlog.add(sending("http://r\(number)/")) }
    }
    #expect(taken(from: &backlog).count == 100)
    for number in 50..<500 { backlog.add(sending("http://r\(number)/")) }
    #expect(taken(from: &backlog).count == 156)
    #expect(backlog.empty().count == 5000 + 450 - 256)
  }

  private func taken(from backlog: inout Backlog) -> [String] {
    var targets: [String] = []
    while let next = backlog.next() { targets.append(next.request.target) }
    return targets
  }

  private func sending(_ target: String) -> Sending {
    Sending(Request(method: "POST", target: target), after: 0) { _ in }
  }
}
