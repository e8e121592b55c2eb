import Glibc
import Testing

@testable import HTTP

@Suite struct `Stopping a dispatcher` {
  private let outcomes = Outcomes()

  @Test func `cuts off what is under way, what waits and what is delayed, and tells each once`() throws {
    let silent = try ListeningSocket(address: "127.0.0.1", port: 0)
    defer { close(silent.descriptor) }
    let dispatcher = try Dispatcher(timeoutMilliseconds: 60_000)
    for tag in 0..<20 { dispatcher.send(post(to: silent.port), then: outcomes.taker(tag)) }
    dispatcher.send(post(to: silent.port), delay: 60_000, then: outcomes.taker(20))
    usleep(50_000)
    #expect(outcomes.all.isEmpty)
    dispatcher.stop()
    #expect(outcomes.all.map(\.tag).sorted() == Array(0...20))
    let error = ClientError.stopped(url: "http://127.0.0.1:\(silent.port)/")
    #expect(outcomes.all.allSatisfy { $0.error == error })
    #expect(
      error.description == "The request to http://127.0.0.1:\(silent.port) was cut off: the server stops.")
    dispatcher.stop()
  }

  @Test func `is harmless before anything was sent, and twice`() throws {
    let dispatcher = try Dispatcher()
    dispatcher.stop()
    dispatcher.stop()
    dispatcher.send(post(to: 1), then: outcomes.taker())
    #expect(outcomes.all.map(\.error) == [.stopped(url: "http://127.0.0.1:1/")])
  }

  @Test func `loses no request that comes at that moment`() async throws {
    let listener = try echo()
    for _ in 1...20 {
      let dispatcher = try Dispatcher()
      let outcomes = Outcomes()
      await withTaskGroup(of: Void.self) { group in
        for tag in 0..<40 {
          group.addTask {
            if tag == 20 { dispatcher.stop() }
            dispatcher.send(post(to: listener.port), then: outcomes.taker(tag))
          }
        }
      }
      #expect(outcomes.wait(for: 40).map(\.tag).sorted() == Array(0..<40))
    }
  }

  @Test func `happens by itself when nobody holds it any more`() throws {
    let silent = try ListeningSocket(address: "127.0.0.1", port: 0)
    defer { close(silent.descriptor) }
    try Dispatcher(timeoutMilliseconds: 60_000).send(post(to: silent.port), then: outcomes.taker())
    #expect(outcomes.all.map(\.error) == [.stopped(url: "http://127.0.0.1:\(silent.port)/")])
  }

  @Test func `may be done by the one who is told of an outcome`() throws {
    let listener = try echo()
    let dispatcher = try Dispatcher()
    let take = outcomes.taker()
    dispatcher.send(post(to: listener.port)) { outcome in
      dispatcher.stop()
      take(outcome)
    }
    #expect(outcomes.wait().map(\.status) == [200])
    dispatcher.send(post(to: listener.port), then: take)
    #expect(outcomes.wait(for: 2).last?.error != nil)
  }
}
