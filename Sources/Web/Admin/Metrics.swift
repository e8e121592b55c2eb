import AppleID
import HTTP
import Provider
import Store

extension Operation {
  static let metrics = [
    Operation("GET", "/admin/metrics", "getMetrics") { call in
      try call.query.finish()
      var exposition = Exposition()
      exposition.addRequests(call.provider.metrics.now)
      try exposition.addState(of: call.provider)
      exposition.add(
        "mockapple_build_info", .gauge, "What runs: 1, with the version as a label.",
        [.init(1, [("version", call.application.options.version)])])
      for figure in call.application.options.process() {
        exposition.add(figure.name, figure.kind, figure.help, [.init(figure.value)])
      }
      return Response(
        headers: ["Content-Type": Exposition.contentType, "Cache-Control": "no-store"],
        body: Array(exposition.text.utf8))
    }
  ]
}

/// One figure of the process, under the name that is customary for it.
package struct ProcessFigure: Sendable {
  let name: String
  let kind: Exposition.Kind
  let help: String
  let value: String

  /// What only grows.
  package static func counter(_ name: String, _ help: String, _ value: String) -> ProcessFigure {
    ProcessFigure(name: name, kind: .counter, help: help, value: value)
  }

  /// What goes up and down.
  package static func gauge(_ name: String, _ help: String, _ value: String) -> ProcessFigure {
    ProcessFigure(name: name, kind: .gauge, help: help, value: value)
  }
}

extension Exposition {
  /// What was counted since the process began.
  fileprivate mutating func addRequests(_ counts: Metrics.Counts) {
    let requests = counts.requests.map { answered, count in
      (
        labels: [answered.endpoint.rawValue, String(answered.status), answered.rule?.rawValue ?? ""],
        count: count
      )
    }
    add(
      "mockapple_requests_total", .counter,
      "Requests of Apple's side; rule is the one that refused, empty where none did.",
      requests.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }.map { one in
        Sample(one.count, Array(zip(["endpoint", "status", "rule"], one.labels)))
      })
    add(
      "mockapple_request_duration_seconds", "How long answers took, including planned delays.",
      bounds: Metrics.bounds,
      Metrics.endpoints.map { endpoint in
        let durations = counts.durations[endpoint] ?? Metrics.Durations()
        return ([("endpoint", endpoint.rawValue)], durations.counts, durations.sum)
      })
    let faults = counts.faults.map { (labels: [$0.endpoint.rawValue, $0.type.rawValue], count: $1) }
    add(
      "mockapple_faults_struck_total", .counter,
      "Planned faults that met something, by the type of their effect.",
      faults.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }.map {
        Sample($0.count, Array(zip(["endpoint", "type"], $0.labels)))
      })
    add(
      "mockapple_leniencies_forgave_total", .counter,
      "Requests that Apple would have refused and a leniency let pass.",
      Leniency.allCases.map { Sample(counts.leniencies[$0] ?? 0, [("leniency", $0.rawValue)]) })
    add(
      "mockapple_codes_issued_total", .counter, "Authorization codes given to somebody who signed in.",
      counts.codesIssued)
    add(
      "mockapple_codes_redeemed_total", .counter, "Authorization codes exchanged for tokens.",
      counts.codesRedeemed)
    add(
      "mockapple_delivery_attempts_total", .counter,
      "Tries to deliver a notification, by the class of the answer's status; error where no answer came.",
      zip(Metrics.outcomes, counts.attempts).map { Sample($1, [("outcome", $0)]) })
  }

  /// How things stand.
  fileprivate mutating func addState(of provider: Provider) throws {
    let keys = Dictionary(grouping: provider.signingKeys()) { $0.state }.mapValues(\.count)
    add(
      "mockapple_signing_keys", .gauge, "Keys of the ring by state.",
      SigningKey.State.allCases.map { Sample(keys[$0] ?? 0, [("state", $0.rawValue)]) })
    let states = try provider.store.read { try $0.countDeliveriesByState() }
    let deliveries = Dictionary(states.map { ($0.state, $0.count) }) { first, _ in first }
    add(
      "mockapple_deliveries", .gauge, "Notifications in the log by state.",
      Delivery.State.allCases.map { Sample(deliveries[$0.rawValue] ?? 0, [("state", $0.rawValue)]) })
    let size = try provider.store.size()
    add("mockapple_store_bytes", .gauge, "Size of the database in bytes, free pages among it.", size.bytes)
    add("mockapple_store_free_bytes", .gauge, "Of these, what the next rows will take.", size.freeBytes)
    add("mockapple_journal_entries", .gauge, "Exchanges in the journal.", provider.journal.count)
    add("mockapple_waiting_streams", .gauge, "Callers that wait or stream.", provider.feed.waitingCount)
    let offset = provider.clock().now - provider.settings.clock.now()
    add(
      "mockapple_clock_offset_seconds", .gauge,
      "How far the clock that the rules obey is ahead of the real one.",
      offset)
  }
}
