package import JSON
package import Provider
import Synchronization

/// The endpoints that a world's notifications go to: each answers as it is told, in the process, at once.
package final class Receivers: Sendable {
  /// What came in.
  package struct Posted: Sendable {
    package let url: String
    package let body: [UInt8]
    /// Milliseconds that a planned fault held it back.
    package let delay: Int

    /// The compact JWS in the body.
    package var payload: String { (try? JSON(parsing: body))?["payload"]?.string ?? "" }
  }

  private struct State: Sendable {
    var posted: [Posted] = []
    var statuses: [String: [Int?]] = [:]
    var holding: Set<String> = []
    var held: [Held] = []
  }
  /// Who waits for the answer of an endpoint that gives none yet.
  private final class Held: Sendable {
    let url: String
    let then: @Sendable (Outbound.Answer?) -> Void

    init(url: String, then: @escaping @Sendable (Outbound.Answer?) -> Void) {
      self.url = url
      self.then = then
    }
  }
  private let state = Mutex(State())

  package init() {}

  package var posted: [Posted] { state.withLock { $0.posted } }

  /// Tells an endpoint what to answer: each status once, the last one from then on; nil is no answer.
  package func answer(_ url: String, _ statuses: [Int?]) { state.withLock { $0.statuses[url] = statuses } }

  /// Tells an endpoint to answer nothing until `release`.
  package func hold(_ url: String) { _ = state.withLock { $0.holding.insert(url) } }

  /// Lets an endpoint answer what it has held longest, so many milliseconds after that came.
  package func release(_ url: String, _ status: Int, milliseconds: Int = 0) {
    let held = state.withLock { state -> Held? in
      state.held.firstIndex { $0.url == url }.map { state.held.remove(at: $0) }
    }
    held?.then(Outbound.Answer(status: status, milliseconds: milliseconds))
  }

  package var outbound: Outbound {
    Outbound { [self] url, body, delay, then in
      let isHeld = state.withLock { state -> Bool in
        state.posted.append(Posted(url: url, body: body, delay: delay))
        guard state.holding.contains(url) else { return false }
        state.held.append(Held(url: url, then: then))
        return true
      }
      if isHeld { return }
      let status = state.withLock { state -> Int? in
        guard var statuses = state.statuses[url], let status = statuses.first else { return 200 }
        if statuses.count > 1 { statuses.removeFirst() }
        state.statuses[url] = statuses
        return status
      }
      then(Outbound.Answer(status: status, error: status == nil ? "no answer" : nil, body: "ok"))
    }
  }
}

extension World {
  /// Gives the sample app group an endpoint.
  package func register(notificationURL: String = "https://backend.example/apple") {
    _ = admin("PATCH", "clients/com.example.app", ["notification_url": .string(notificationURL)])
  }

  /// Does what is due now, notifications among it.
  package func catchUp() throws { try provider.scheduler.catchUp() }

  /// The log of notifications.
  package func deliveries(_ query: String = "") -> [JSON] {
    admin("GET", "notifications" + query).json["notifications"]?.array ?? []
  }
}
