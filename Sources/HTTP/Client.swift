/// Outgoing HTTP by libcurl: blocking, without redirects, cookies, proxies or a kept connection.
package struct Client: Sendable {
  let timeoutMilliseconds: Int
  let connectTimeoutMilliseconds: Int
  let trustCA: String?

  /// The greatest body of a response, in bytes.
  static let bodyLimit = 300 << 20

  /// A client; `trustCA` is the path of a PEM file of the authorities to trust instead of the system's.
  package init(
    timeoutMilliseconds: Int = 10_000, connectTimeoutMilliseconds: Int = 3000, trustCA: String? = nil
  ) {
    self.timeoutMilliseconds = timeoutMilliseconds
    self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
    self.trustCA = trustCA
  }

  /// Sends a request, whose target is an absolute URL, and waits for the whole response.
  package func send(_ request: Request) throws(ClientError) -> Response {
    let received = Received(keeping: Client.bodyLimit)
    try Transfer(request, by: self, timeout: timeoutMilliseconds).perform(into: received)
    guard !received.isStopped else { throw .tooLarge(url: request.target, limit: Client.bodyLimit) }
    return received.response
  }

  /// Sends a request and hands over the body as it comes, however long that takes, until `onBytes`
  /// returns false or the response ends; the result is its status.
  package func stream(_ request: Request, onBytes: ([UInt8]) -> Bool) throws(ClientError) -> Int {
    try withoutActuallyEscaping(onBytes) { onBytes throws(ClientError) in
      let received = Received { onBytes(Array($0)) }
      try Transfer(request, by: self, timeout: 0).perform(into: received)
      return received.status
    }
  }
}
