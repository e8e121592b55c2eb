import HTTP
import JSON
import Provider
import TestSupport
import Testing

@Suite struct `The event stream` {
  let world: World
  init() throws { world = try World() }

  /// The stream's source of bytes.
  func open(_ headers: Headers = [:]) -> (() -> String?)? {
    let response = world.send("GET", "/admin/events", headers: headers)
    guard response.status == 200, case .stream(let next) = response.body else { return nil }
    return { next().map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `says at once that it is open`() throws {
    let response = world.send("GET", "/admin/events")
    #expect(response.headers["Content-Type"] == "text/event-stream")
    let next = try #require(open())
    #expect(next() == ": mockapple\n\n")
  }

  @Test func `tells each request after it was opened`() throws {
    _ = world.get("/auth/keys")
    let next = try #require(open())
    _ = next()
    _ = world.get("/auth/nothing")
    let text = try #require(next())
    #expect(text.hasPrefix("event: request\nid: 2\ndata: {\"id\":2,"))
    #expect(text.hasSuffix("\n\n") && text.contains("\"rule\":\"path_unknown\""))
  }

  @Test func `goes on after the last id that was seen`() throws {
    for _ in 1...3 { _ = world.get("/auth/keys") }
    let next = try #require(open(["Last-Event-ID": "1"]))
    _ = next()
    #expect(next()?.split(separator: "\n").filter { $0.hasPrefix("id: ") } == ["id: 2", "id: 3"])
  }

  @Test func `tells changes of clock and behaviour, and a reset`() throws {
    let next = try #require(open())
    _ = next()
    _ = world.admin("POST", "clock/advance", ["seconds": 60])
    world.set("pkce", "ignored")
    _ = world.admin("POST", "reset")
    let text = try #require(next())
    #expect(text.contains("event: clock\ndata: {\"now\":\(World.start + 60),\"offset_s\":60,"))
    #expect(text.contains("event: behaviour\ndata: {\"pkce\":\"ignored\"}\n\n"))
    #expect(text.contains("event: reset\ndata: {}\n\n"))
  }

  @Test func `gives a slow reader a hundred requests at a time`() throws {
    let next = try #require(open())
    _ = next()
    for _ in 1...150 { _ = world.get("/auth/nothing") }
    #expect(next()?.split(separator: "\n").filter { $0.hasPrefix("id: ") }.count == 100)
    #expect(next()?.split(separator: "\n").filter { $0.hasPrefix("id: ") }.count == 50)
  }

  @Test func `ends when the program stops`() throws {
    let next = try #require(open())
    _ = next()
    world.provider.feed.stop()
    #expect(next() == nil)
  }

  @Test func `is open to 64 at once, and to others when they have gone`() {
    do {
      let streams = (1...64).compactMap { _ in open() }
      #expect(streams.count == 64)
      withExtendedLifetime(streams) { #expect(world.send("GET", "/admin/events").status == 503) }
    }
    #expect(world.send("GET", "/admin/events").status == 200)
  }
}
