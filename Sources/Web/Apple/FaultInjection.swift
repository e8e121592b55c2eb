import AppleID
import Crypto
import HTTP
import JSON
import Provider
import Store

/// The faults that meet one request, and what they do to its answer.
struct FaultInjection {
  private let struck: [PlannedFault]
  /// The mutations that the identity tokens which the request brings forth may meet.
  let mutations: [PlannedFault]

  init(_ call: Call) {
    guard !call.context.faults.isEmpty else {
      (struck, mutations) = ([], [])
      return
    }
    let sent = Self.parameters(call)
    (struck, mutations) = call.provider.strike(
      clientID: sent?.first("client_id"), grantType: sent?.first("grant_type"),
      account: { Self.account(sent, call) },
      in: call.context)
  }

  /// What they are called in the journal.
  var names: [String] { struck.map(\.name) }

  /// The answer that takes the place of Apple's, before any work is done; nil where there is none.
  func replacement(_ call: Call) -> Response? {
    guard let planned = struck.first(where: { $0.fault.effect.replacesAnswer }) else { return nil }
    switch planned.fault.effect {
    case .status(let status, let body, let contentType):
      var response = Response.appleErrorPage(status)
      if let body {
        response.body = .bytes(Array(body.utf8))
        response.headers["Content-Type"] = contentType ?? "text/plain;charset=UTF-8"
      } else if let contentType {
        response.headers["Content-Type"] = contentType
      }
      return response
    case .refuse(let error, let description):
      let members = [("error", error), ("error_description", description)].compactMap { name, text in
        text.map { JSON.Member(name, .string($0)) }
      }
      return .apple(.object(members), status: 400)
    case .emptyKeySet: return .apple(["keys": []])
    case .hang(let milliseconds):
      _ = call.provider.feed.sleep(milliseconds: milliseconds)
      return Self.silence(.nothing)
    case .reset: return Self.silence(.reset(after: 0))
    case .delay, .truncate, .drip, .malformedJSON, .mutate: return nil
    }
  }

  /// What happens to an answer on its way, after the work.
  func apply(to response: inout Response, _ call: Call) {
    for planned in struck {
      switch planned.fault.effect {
      case .delay: _ = call.provider.feed.sleep(milliseconds: call.provider.delay(planned))
      case .truncate(let bytes): response.wire = .truncate(after: bytes)
      case .drip(let rate): response.wire = .drip(bytesPerSecond: rate)
      case .malformedJSON where response.headers["Content-Type"]?.contains("json") == true:
        // Half of it, and a brace too many: no parser takes that for JSON.
        response.body = .bytes(Array(response.bytes.prefix(response.bytes.count / 2)) + Array("}}".utf8))
      case .malformedJSON, .status, .refuse, .hang, .reset, .emptyKeySet, .mutate: break
      }
    }
  }

  private static func silence(_ wire: Response.Wire) -> Response {
    var response = Response(status: 200)
    response.wire = wire
    return response
  }

  /// What was sent, read without a complaint: a fault looks at the request before Apple does. What cannot be read matches
  /// no fault that asks for something.
  private static func parameters(_ call: Call) -> Form? {
    try? Form(call.request.method == "POST" ? call.request.body : Array(call.request.query.utf8))
  }

  /// The id of the person a request is about, by what it bears.
  private static func account(_ sent: Form?, _ call: Call) -> String? {
    // A store that fails is told by the work that comes after.
    try? call.provider.store.read { tx in
      if let code = sent?.first("code"), let found = try tx.authorizationCode(code) { return found.account }
      let token = sent?.first("refresh_token") ?? sent?.first("token")
      if let token, let found = try tx.refreshToken(token) { return found.account }
      if let sub = sent?.first("sub"), let found = try tx.holder(ofUserIdentifier: sub) {
        return found.account
      }
      if let sub = sent?.first("transfer_sub"), let found = try tx.holder(ofTransferIdentifier: sub) {
        return found.account
      }
      return try sent?.first("mock_account").flatMap { try tx.account(named: $0)?.id }
    }
  }
}
