import HTTP
import JSON
import Synchronization
import TestSupport
import Testing
import Web

@testable import mockapple

@Suite struct `The commands that watch` {
  private let running: Running

  /// The server's clock stands, so that a second that ends meanwhile changes no word.
  init() throws {
    running = try Running()
    _ = running.run(["clock", "freeze"])
  }

  private func run(_ words: String...) -> Outcome { running.run(words) }

  @Test func `show the journal with what refused`() throws {
    _ = try Running.get(running.url + "/auth/keys")
    _ = try Running.get(running.url + "/auth/authorize?client_id=nobody%1B")
    let lines = run("requests").text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("#  WHEN") == true)
    #expect(lines.dropFirst().first?.contains("GET /auth/keys") == true)
    #expect(lines.last?.hasPrefix("    ") == true)
    #expect(!lines.joined().contains("\u{1b}"))
    #expect(run("requests", "--limit", "1", "--json").json["requests"]?.array?.count == 1)
    #expect(run("requests", "--endpoint", "token").text == "Nothing matches.")
  }

  @Test(arguments: [
    ("requests", "Nothing was asked yet."), ("notifications", "No notification was sent yet."),
  ])
  func `say that there is nothing, and fail where it was waited for`(list: String, nothing: String) {
    #expect(run(list).text == nothing)
    #expect(run(list, "--limit", "1").text == nothing)
    #expect(run(list, "--account", "nobody").text == "Nothing matches.")
    #expect(run(list, "--account", "nobody").status == 0)
    let waited = run(list, "--wait", "1")
    #expect(waited.status == 1)
    #expect(waited.text.isEmpty)
    #expect(waited.errors == "mockapple: Nothing that matches came within 1 s.")
    let told = run(list, "--wait", "0", "--json")
    #expect(told.status == 1)
    #expect(told.json[list] == [])
  }

  @Test func `show what came where more was waited for`() throws {
    for _ in 1...2 { _ = try Running.get(running.url + "/auth/keys") }
    let waited = run("requests", "--wait", "0", "--count", "3", "--endpoint", "keys")
    #expect(waited.status == 1)
    #expect(waited.text.split(separator: "\n").count == 3)
    #expect(waited.errors == "mockapple: 2 of 3 that match came within 0 s.")
    let newest = run("requests", "--wait", "0", "--count", "2", "--limit", "1", "--json")
    #expect(newest.status == 0)
    #expect(newest.json["requests"]?.array?.compactMap { $0["id"]?.int } == [2])
    #expect(
      run("requests", "--wait", "0", "--count", "3", "--limit", "1").errors.hasPrefix("mockapple: 2 of 3 "))
  }

  @Test func `follow the notifications until the server goes`() async throws {
    let (url, server) = (running.url, running.server)
    let (lines, continuation) = AsyncStream<String>.makeStream()
    async let status = Self.follow("notifications", url, continuation)
    var iterator = lines.makeAsyncIterator()
    // What was sent before somebody looks on is not shown; so it is sent until it is seen.
    let isSeen = Mutex(false)
    async let sending: Void = onThread { [running] in
      while !isSeen.withLock({ $0 }) {
        _ = running.run([
          "notifications", "send", "--account", "jane", "--client-id", "com.example.app", "--type",
          "consent-revoked", "--url", "http://127.0.0.1:9/n",
        ])
      }
    }
    let seen = await iterator.next() ?? ""
    #expect(
      seen.contains(
        /^\d{4}-[-:T\d]+Z  notification-\w{8}  retrying     consent-revoked  com.example.app  jane  1  no answer  http:/
      ))
    #expect(seen.hasSuffix("/n\n    No server answers at http://127.0.0.1:9."))
    isSeen.withLock { $0 = true }
    await sending
    server.stop()
    #expect(await status == 1)
  }

  private static func follow(
    _ command: String, _ url: String, _ lines: AsyncStream<String>.Continuation
  ) async -> Int32 {
    await onThread {
      Terminal.$listener.withValue({ line, _ in lines.yield(line) }) {
        MockApple.run([command, "--follow", "--admin-url", url])
      }
    }
  }

  @Test func `follow the journal until the server goes`() async throws {
    let (url, server) = (running.url, running.server)
    let (lines, continuation) = AsyncStream<String>.makeStream()
    _ = try Running.get(url + "/auth/keys")
    async let status = Self.follow("requests", url, continuation)
    var iterator = lines.makeAsyncIterator()
    #expect(await iterator.next()?.hasPrefix("1  ") == true)
    _ = try Running.get(url + "/auth/keys")
    #expect(await iterator.next()?.hasPrefix("2  ") == true)
    server.stop()
    #expect(await status == 1)
  }
}
