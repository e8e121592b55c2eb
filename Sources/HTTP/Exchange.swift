import CMicroHTTPD
import Synchronization

/// A request on its way in and its answer on the way out, from the request line to the last byte.
///
/// Unchecked, since all calls come from the thread of its connection.
final class Exchange: @unchecked Sendable {
  /// What libmicrohttpd keeps both heads of an exchange in, in bytes: the most that it takes from malloc. It would get
  /// more as pages from the system, for each connection anew.
  static let memory = 32 * 1024
  /// The greatest target in bytes.
  static let targetLimit = 8 * 1024
  /// The greatest header in bytes.
  static let headerLimit = 16 * 1024

  private let service: Service
  private let peer: Peer
  private var request: Request
  private var limit = Int.max
  private var isHeadRead = false
  private var isUnread = false
  /// What the head alone is refused with, without asking the handler.
  private var refusal: Response?
  private var isInFlight = false

  /// An exchange that begins: its request line is there, nothing else.
  init(of peer: Peer, target: String, in service: Service) {
    self.service = service
    self.peer = peer
    request = Request(
      method: "", target: target, remoteAddress: peer.address, isSecure: service.configuration.tls != nil)
    request.isAbandoned = { peer.hasLeft }
    service.exchanges.add(1, ordering: .relaxed)
    _ = peer.wait(atMost: service.configuration.receiveTimeout)
  }

  deinit {
    leaveFlight()
    service.exchanges.subtract(1, ordering: .relaxed)
  }

  /// Takes a step as libmicrohttpd asks: reads the head, then pieces of the body, then answers.
  func advance(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer
  ) -> MHD_Result {
    if !isHeadRead {
      isHeadRead = true
      readHead(connection, method: method)
      // Answered at once, the body stays unread and libmicrohttpd closes the connection afterwards.
      isUnread = request.isBodyTooLarge || refusal != nil
      return isUnread ? answer(connection) : .YES
    }
    guard piece.isEmpty else {
      append(piece)
      return .YES
    }
    return answer(connection)
  }

  private func readHead(_ connection: OpaquePointer, method: UnsafePointer<CChar>) {
    request.method = String(cString: method)
    withUnsafeMutablePointer(to: &request.headers) { headers in
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, appendField, headers)
    }
    refusal = refusalOfHead()
    // A length beyond Int passes libmicrohttpd as a number of 64 bits.
    let length = request.headers["Content-Length"].map { Int($0) ?? .max }
    guard length != nil || request.headers["Transfer-Encoding"] != nil else { return }
    limit = max(service.configuration.bodyLimit(request.method, request.target), 0)
    request.isBodyTooLarge = length ?? 0 > limit
    if let length, length <= limit { request.body.reserveCapacity(min(length, 1 << 20)) }
  }

  private func refusalOfHead() -> Response? {
    if request.headers.size > Self.headerLimit { return Self.tooLarge(431) }
    if request.target.utf8.count > Self.targetLimit { return Self.tooLarge(414) }
    // RFC 9112, sections 3.2 and 6.3: nobody may choose which of two is meant.
    if Set(request.headers.all("Content-Length")).count > 1 {
      return Self.refused(400, "More than one Content-Length")
    }
    return request.headers.all("Host").count > 1 ? Self.refused(400, "More than one Host") : nil
  }

  private static func tooLarge(_ status: Int) -> Response { refused(status, "Request too big") }

  private static func refused(_ status: Int, _ title: String) -> Response {
    Response(
      status: status, headers: ["Connection": "close", "Content-Type": "text/html"],
      body: Array("<html><head><title>\(title)</title></head><body></body></html>".utf8))
  }

  /// Whether `memory` has room for this head of an answer, too; libmicrohttpd would close the connection without one.
  private func hasRoom(for answer: Headers) -> Bool {
    let heads = request.target.utf8.count + request.headers.size + answer.size
    guard heads > Self.memory / 4 else { return true }
    // Beside the text there is a record for each field.
    let records = request.headers.reduce(0) { count, _ in count + 1 }
    return heads + 64 * records < Self.memory - 1024
  }

  /// Keeps what the limit allows and swallows the rest.
  private func append(_ piece: UnsafeRawBufferPointer) {
    let room = limit - request.body.count
    request.body.append(contentsOf: piece.prefix(room))
    if piece.count > room { request.isBodyTooLarge = true }
  }

  private func answer(_ connection: OpaquePointer) -> MHD_Result {
    guard peer.waitForUs() else { return .NO }
    isInFlight = true
    service.inFlight.add(1, ordering: .relaxed)
    var response = refusal ?? service.handler(request)
    if !hasRoom(for: response.headers) { response = Self.tooLarge(414) }
    if service.isQuiesced.load(ordering: .relaxed) { response.headers["Connection"] = "close" }
    return Answer(response, to: request.method, peer: peer, sleep: service.configuration.sleep)
      .queue(on: connection)
  }

  private func leaveFlight() {
    guard isInFlight else { return }
    isInFlight = false
    service.inFlight.subtract(1, ordering: .relaxed)
  }

  /// Notes that the answer is sent whole, or never will be.
  func complete() {
    leaveFlight()
    let receiveTimeout = service.configuration.receiveTimeout
    if isUnread, peer.wait(atMost: receiveTimeout) { peer.linger() }
    _ = peer.wait(atMost: service.configuration.idleTimeout * 1000 + receiveTimeout)
  }
}

extension Headers {
  /// Bytes of names and values.
  fileprivate var size: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

private func appendField(
  _ context: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  context?.assumingMemoryBound(to: Headers.self).pointee
    .append(text(name, nameSize), text(value, valueSize))
  return .YES
}

/// Bytes as text, without the whitespace behind them, which is not part of a value (RFC 9110, section 5.5)
/// but left there by libmicrohttpd; what isn't UTF-8 is repaired.
private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
  var bytes = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)[...]
  while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}
