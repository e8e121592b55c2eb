import HTTP
import Provider

extension Outbound {
  /// Notifications leave by HTTP, as Apple sends them (dossier 11.2).
  init(_ dispatcher: Dispatcher) {
    self.init { url, body, delay, then in
      let request = Request(
        method: "POST", target: url, headers: ["Content-Type": "application/json"], body: body)
      dispatcher.send(request, delay: delay) { then(Answer($0)) }
    }
  }
}

extension Outbound.Answer {
  /// nil where the program stops before there is an answer.
  fileprivate init?(_ dispatched: Dispatched) {
    switch dispatched.result {
    case .success(let response):
      var body: [UInt8] = []
      if case .bytes(let bytes) = response.body { body = bytes }
      self.init(
        status: response.status, milliseconds: dispatched.milliseconds,
        body: String(decoding: body, as: UTF8.self))
    case .failure(.stopped): return nil
    case .failure(let error):
      self.init(status: nil, error: Self.words(error), milliseconds: dispatched.milliseconds)
    }
  }

  /// What happened, and what to do where that is an option of `serve`.
  private static func words(_ error: ClientError) -> String {
    guard case .untrusted = error else { return "\(error)" }
    return "\(error)".dropLast() + "; --trust-ca FILE adds an authority."
  }
}
