/// An HTTP response, to be sent or received (RFC 9110, section 3.4).
package struct Response: Sendable {
  /// The status code, 200 to 999 (RFC 9110, section 15).
  package var status: Int
  package var headers: Headers
  package var body: Body
  package var wire: Wire = .whole

  /// A response with a body of bytes.
  package init(status: Int = 200, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// What follows the head.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Sent in chunks (RFC 9112, section 7.1): the closure may block until it has some; nil ends the body.
    case stream(@Sendable () -> [UInt8]?)
  }

  /// How much of it reaches the peer: faults choose it, handlers never do.
  package enum Wire: Sendable, Equatable {
    case whole
    /// The connection ends (TCP FIN) without an answer.
    case nothing
    /// The connection is reset (TCP RST) after that many bytes of the body; 0: before any answer.
    case reset(after: Int)
    /// The whole Content-Length is promised, but the connection ends after that many bytes of the body.
    case truncate(after: Int)
    case drip(bytesPerSecond: Int)
  }
}
