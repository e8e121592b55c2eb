import HTTP
import JSON
import Provider
import Synchronization

extension Operation {
  static let events = [
    Operation("GET", "/admin/events", "streamEvents") { call in
      try call.query.finish()
      let provider = call.provider
      guard let place = provider.feed.takePlace() else {
        throw Problem(503, detail: "\(Feed.limit) callers wait or stream already; try again.")
      }
      let after = call.request.headers["Last-Event-ID"].flatMap { Int($0) }
      let stream = EventStream(provider, place: place, after: after, isAbandoned: call.request.isAbandoned)
      var response = Response(headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
      response.body = .stream { stream.next() }
      return response
    }
  ]
}

/// One watcher's way through journal and changes (WHATWG HTML, “Server-sent events”). It is asked for more only when
/// the watcher has taken what it was given, so a slow one costs no memory: it misses what the journal forgets.
private final class EventStream: Sendable {
  /// How much is handed over at once.
  private static let batch = 100
  /// Milliseconds without news after which a comment shows that the line is open.
  private static let pause = 15_000

  private struct Seen: Sendable {
    var request: Int
    var event: Int
    var hasBegun = false
  }
  private let provider: Provider
  private let isAbandoned: @Sendable () -> Bool
  private let place: Feed.Place
  private let seen: Mutex<Seen>

  init(_ provider: Provider, place: Feed.Place, after: Int?, isAbandoned: @escaping @Sendable () -> Bool) {
    self.provider = provider
    self.isAbandoned = isAbandoned
    self.place = place
    seen = Mutex(Seen(request: after ?? provider.journal.lastID, event: provider.events.last))
  }

  /// The next bytes; nil where the program stops.
  func next() -> [UInt8]? {
    // The first comment comes at once: a watcher knows from it that nothing is missed from here on.
    let hasBegun = seen.withLock { seen in
      defer { seen.hasBegun = true }
      return seen.hasBegun
    }
    guard hasBegun else { return Array(": mockapple\n\n".utf8) }
    let news = provider.feed.wait(milliseconds: Self.pause, unless: isAbandoned) { [self] in
      let text = collected()
      return text.isEmpty ? nil : text
    }
    if let news { return Array(news.utf8) }
    return provider.feed.isStopped || isAbandoned() ? nil : Array(": still here\n\n".utf8)
  }

  private func collected() -> String {
    seen.withLock { seen in
      // After a reset the journal begins anew.
      if provider.journal.lastID < seen.request { seen.request = 0 }
      let changes = provider.events.events(after: seen.event)
      let requests = provider.journal.entries(after: seen.request, atMost: Self.batch)
      seen.event = changes.last?.sequence ?? seen.event
      seen.request = requests.last?.id ?? seen.request
      return changes.map { "event: \($0.kind.rawValue)\ndata: \($0.data.text())\n\n" }.joined()
        + requests.map { "event: request\nid: \($0.id)\ndata: \($0.json.text())\n\n" }.joined()
    }
  }
}
