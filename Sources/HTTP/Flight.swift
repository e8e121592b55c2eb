import CCurl
import Glibc

/// A request that is being sent by a multi handle.
final class Flight {
  let sending: Sending
  private let transfer: Transfer
  private let received: Received
  private let policy: AddressPolicy
  private let start = ContinuousClock.now
  private var refusal: ClientError?

  /// The greatest body that is received, in bytes.
  static let bodyLimit = 16 << 10

  init(_ sending: Sending, by client: Client, policy: AddressPolicy) throws(ClientError) {
    self.sending = sending
    self.policy = policy
    transfer = try Transfer(sending.request, by: client, timeout: client.timeoutMilliseconds)
    received = Received(keeping: Flight.bodyLimit)
    transfer.prepare(for: received)
    // Over HTTP/2 one connection would carry all requests to a receiver, and all would fail with it.
    ccurl_set_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // Otherwise the end of a request that waits for a name server would wait for it, too, and with it the thread.
    ccurl_set_long(handle, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_opensocket(handle, CURLOPT_OPENSOCKETFUNCTION, openSocket)
    ccurl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
  }

  var handle: UnsafeMutableRawPointer { transfer.handle }

  /// Tells what became of it.
  func land(_ code: CURLcode) {
    do throws(ClientError) {
      try transfer.check(code, received)
      sending.end(.success(received.response), since: start)
    } catch {
      if case .noServer = error, let refusal { return sending.end(.failure(refusal), since: start) }
      sending.end(.failure(error), since: start)
    }
  }

  func cutOff() { sending.end(.failure(.stopped(url: sending.request.target)), since: start) }

  fileprivate func open(_ endpoint: curl_sockaddr, at place: UnsafeRawPointer) -> Int32 {
    if let address = Address(of: place), let kind = policy.objection(to: address) {
      refusal = .refusedAddress(url: sending.request.target, address: "\(address)", kind: kind)
      return -1
    }
    return socket(endpoint.family, endpoint.socktype | CCURL_SOCK_CLOEXEC, endpoint.protocol)
  }
}

/// Called for every address that is tried, after the resolution of the name.
private func openSocket(
  _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ endpoint: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let endpoint, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else {
    return -1
  }
  // Not a copy of `addr`: an address of IPv6 is longer than its type.
  let place = UnsafeRawPointer(endpoint).advanced(by: offset)
  return Unmanaged<Flight>.fromOpaque(context).takeUnretainedValue().open(endpoint.pointee, at: place)
}
