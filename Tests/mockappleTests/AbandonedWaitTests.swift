import HTTP
import JSON
import Provider
import Synchronization
import TestSupport
import Testing

@testable import mockapple

/// Clients that go while they wait, at a server that others keep busy.
@Suite struct `An abandoned wait` {
  @Test(
    arguments: [
      "/admin/requests?wait=60&endpoint=revoke", "/admin/notifications?wait=60", "/admin/events",
    ])
  func `gives its place back within seconds, whatever else is asked`(target: String) async throws {
    let running = try Running()
    let url = running.url
    let isOver = Mutex(false)
    async let traffic: Void = onThread {
      while !isOver.withLock({ $0 }) {
        _ = try? Running.get(url + "/auth/keys")
        _ = running.server.places.sleep(milliseconds: 20)
      }
    }
    defer { isOver.withLock { $0 = true } }
    async let most = onThread {
      var most = 0
      for _ in 0..<500 where most < 64 {
        most = max(most, running.server.places.waitingCount)
        _ = running.server.places.sleep(milliseconds: 10)
      }
      return most
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          await onThread {
            // Gone after three seconds, without an answer.
            _ = try? HTTP.Client(timeoutMilliseconds: 3000).send(Request(method: "GET", target: url + target))
          }
        }
      }
    }
    #expect(await most == 64)
    let began = ContinuousClock.now
    var free = 0
    // As many places as there are, and not only one.
    while free < 64, ContinuousClock.now - began < .seconds(30) {
      free = (1...64).compactMap { _ in running.server.places.takePlace() }.count
      _ = running.server.places.sleep(milliseconds: 100)
    }
    #expect(free == 64)
    isOver.withLock { $0 = true }
    await traffic
  }
}
