import CMicroHTTPD

/// A response as libmicrohttpd takes it, with what its wire asks for.
struct Answer {
  private let response: Response
  private let mayHaveBody: Bool
  private let peer: Peer
  private let sleep: @Sendable (Int) -> Bool

  init(_ response: Response, to method: String, peer: Peer, sleep: @escaping @Sendable (Int) -> Bool) {
    self.response = response
    // RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5.
    mayHaveBody = method != "HEAD" && response.status != 204 && response.status != 304
    self.peer = peer
    self.sleep = sleep
  }

  /// Hands the response over; `.NO` makes libmicrohttpd close the connection.
  func queue(on connection: OpaquePointer) -> MHD_Result {
    switch response.wire {
    case .nothing: return .NO
    case .reset(let limit) where limit <= 0 || !mayHaveBody:
      peer.reset()
      return .NO
    case .whole, .reset, .truncate, .drip: break
    }
    guard let native = makeNative() else { return .NO }
    defer { MHD_destroy_response(native) }
    for (name, value) in response.headers.wireSafe { MHD_add_response_header(native, name, value) }
    // libmicrohttpd refuses a status of other than three digits, and with it the whole answer.
    let status = 200...999 ~= response.status ? response.status : 500
    return MHD_queue_response(connection, UInt32(status), native)
  }

  private func makeNative() -> OpaquePointer? {
    switch (response.body, response.wire) {
    case (.bytes(let bytes), .whole):
      return bytes.withUnsafeBytes {
        let start = UnsafeMutableRawPointer(mutating: $0.baseAddress)
        return MHD_create_response_from_buffer($0.count, start, .RESPMEM_MUST_COPY)
      }
    case (.bytes(let bytes), .drip) where bytes.isEmpty:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    default:
      let reader = BodyReader(response.body, wire: response.wire, peer: peer, sleep: sleep)
      let context = Unmanaged.passRetained(reader).toOpaque()
      return MHD_create_response_from_callback(reader.length, 16_384, readBody, context, releaseBody)
    }
  }
}
