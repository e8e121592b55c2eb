import AppleID
import Glibc
import HTTP
import Primitives
import Provider

extension Application {
  /// Answers as Apple would, and writes the exchange into journal and log.
  func respondAsApple(to request: Request) -> Response {
    let started = Self.microseconds()
    let base = base(of: request)
    let route = AppleRoute.all[request.path]
    let context = provider.context(base: base, endpoint: route?.endpoint ?? .unknown)
    var call = Call(
      request: request, provider: provider, context: context, base: base,
      clientAddress: clientAddress(of: request))
    let faults = FaultInjection(call)
    var refusal: Refusal?
    var response: Response
    do {
      response = try Self.handle(&call, by: route, faults: faults)
    } catch let caught as Refusal {
      refusal = caught
      response = .apple(caught, behaviour: call.context.behaviour, accept: request.headers["Accept"])
      if caught.rule == .methodNotAllowed {
        response.headers["Allow"] = route?.methods.keys.sorted().joined(separator: ", ")
      }
    } catch {
      // The machine's failure, not the client's: Apple's page, and the reason where the person looks.
      response = .appleErrorPage(500)
      call.context.notes.remarks.append("\(error)")
    }
    response.headers["Server"] = "Apple"
    faults.apply(to: &response, call)
    finish(
      &response, call: call, refusal: refusal,
      faults: faults.names + call.context.notes.faults,
      started: started)
    return response
  }

  private static func handle(
    _ call: inout Call, by route: AppleRoute?, faults: FaultInjection
  ) throws -> Response {
    guard let route else {
      throw Refusal(.pathUnknown, hint: "\(call.request.path.cut(toBytes: 200)) is none of Apple's paths.")
    }
    guard let handler = route.methods[call.request.method] else {
      let known = route.methods.keys.sorted().joined(separator: " or ")
      throw Refusal(
        .methodNotAllowed,
        hint: "\(call.request.path) takes \(known), not \(call.request.method.cut(toBytes: 20)).")
    }
    guard !call.request.isBodyTooLarge else {
      throw Refusal(.bodyTooLarge, hint: "The body is larger than 64 KiB.")
    }
    if let replacement = faults.replacement(call) {
      call.note("A planned fault took the place of the answer: \(faults.names.joined(separator: ", ")).")
      return replacement
    }
    call.context.mutations = faults.mutations
    call.noteGrantType()
    try call.provider.limit(.address, call.clientAddress, in: call.context)
    return try handler(&call)
  }

  private func finish(
    _ response: inout Response, call: Call, refusal: Refusal?, faults: [String],
    started: Int
  ) {
    let notes = call.context.notes
    let endpoint = call.context.endpoint ?? .unknown
    let hint = (refusal.map(\.hint) ?? notes.remarks.joined(separator: " ")).asHint
    let duration = Self.microseconds() - started
    let id = provider.journal.append(
      Journal.Entry(
        at: call.context.now, endpoint: endpoint, method: call.request.method,
        path: call.request.path, parameters: call.pairs.map { ($0.name, $0.value) },
        headers: call.request.headers.map { $0 }, status: response.status, responseBody: response.bytes,
        duration: duration, notes: notes, refusal: refusal, faults: faults,
        showsDescription: call.context.behaviour.errorDescription, hint: hint.isEmpty ? nil : hint))
    provider.metrics.count(
      endpoint: endpoint, status: response.status, duration: duration, rule: refusal?.rule,
      forgiven: notes.forgiven.map(\.leniency))
    options.log(
      LogLine(
        request: id, method: call.request.method, path: call.request.path, status: response.status,
        clientID: notes.clientID, account: notes.account, rule: refusal?.rule.rawValue,
        hint: hint.isEmpty ? nil : hint, duration: duration
      ).withoutSecrets)
    guard options.explains else { return }
    response.headers["X-MockApple-Request"] = String(id)
    if refusal != nil || (response.status >= 400 && !hint.isEmpty) {
      response.headers["X-MockApple-Hint"] = hint
    }
  }

  /// Microseconds on a clock that only runs forward.
  private static func microseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
  }
}

extension Response {
  /// The body, where it is one of bytes.
  var bytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }
}

extension String {
  /// One line of printable ASCII, at most 1 KiB, as a header may carry it.
  var asHint: String {
    var hint = ""
    for scalar in unicodeScalars {
      guard hint.utf8.count < 1000 else { return hint + " ..." }
      switch scalar {
      case "–", "—": hint += "-"
      case "“", "”": hint += "\""
      case "’": hint += "'"
      case "…": hint += "..."
      case " "..."~": hint.unicodeScalars.append(scalar)
      default: hint += "?"
      }
    }
    return hint
  }
}
