import CCurl

/// One request on a libcurl easy handle, freed at the end of its scope.
struct Transfer: ~Copyable {
  let handle: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let url: String
  private let timeout: Int
  private let connectTimeout: Int

  /// A transfer ready to perform; a `timeout` of 0 milliseconds is none.
  init(_ request: Request, by client: Client, timeout: Int) throws(ClientError) {
    guard isCurlReady, let handle = curl_easy_init() else {
      throw .failed(url: request.target, reason: "libcurl doesn't start")
    }
    self.handle = handle
    self.timeout = timeout
    connectTimeout = client.connectTimeoutMilliseconds
    url = request.target
    fields = fieldLines(of: request)
    ccurl_set_string(handle, CURLOPT_URL, request.target)
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields)
    setMethod(of: request)
    setPolicy(of: client)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(fields)
  }

  /// Sends the request and receives the response, or as much of it as is wanted.
  func perform(into received: Received) throws(ClientError) {
    prepare(for: received)
    try check(withExtendedLifetime(received) { curl_easy_perform(handle) }, received)
  }

  /// Hands to `received`, which must outlive the transfer, what will come.
  func prepare(for received: Received) {
    let context = Unmanaged.passUnretained(received).toOpaque()
    ccurl_set_callback(handle, CURLOPT_HEADERFUNCTION, receiveHead)
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    ccurl_set_callback(handle, CURLOPT_WRITEFUNCTION, receiveBody)
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
  }

  /// Throws what a result means, unless it is that all came that was wanted.
  func check(_ code: CURLcode, _ received: Received) throws(ClientError) {
    guard code != CURLE_OK, !received.isStopped else { return }
    guard !received.isHeadTooLarge else { throw .tooLarge(url: url, limit: Received.headLimit) }
    throw error(code)
  }

  private func setMethod(of request: Request) {
    ccurl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
    if request.method == "HEAD" {
      ccurl_set_long(handle, CURLOPT_NOBODY, 1)
    } else if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
      ccurl_set_long(handle, CURLOPT_POST, 1)
      ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes { ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
    }
  }

  private func setPolicy(of client: Client) {
    ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, timeout)
    ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, client.connectTimeoutMilliseconds)
    ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    // A proxy of the environment would stand between us and loopback.
    ccurl_set_string(handle, CURLOPT_PROXY, "")
    ccurl_set_long(handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let trustCA = client.trustCA {
      ccurl_set_string(handle, CURLOPT_CAINFO, trustCA)
      // The system's directory would count besides, and keep a multi handle from reading the file only once.
      ccurl_set_string(handle, CURLOPT_CAPATH, nil)
    }
  }

  /// The timeout of the connection as long as nothing of the request is sent.
  private var timeoutReached: Int {
    var sent = 0
    ccurl_get_long(handle, CURLINFO_REQUEST_SIZE, &sent)
    if sent > 0 { return timeout }
    return timeout == 0 ? connectTimeout : min(timeout, connectTimeout)
  }

  private func error(_ code: CURLcode) -> ClientError {
    let reason = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_COULDNT_CONNECT: return .noServer(url: url)
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(url: url)
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(url: url, milliseconds: timeoutReached)
    case CURLE_PEER_FAILED_VERIFICATION:
      // OpenSSL's reason, where it was the chain; libcurl looks at the name afterwards, and then has none (0, or 1).
      var verdict = 0
      ccurl_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &verdict)
      return verdict > 1 ? .untrusted(url: url) : .otherName(url: url)
    default: return .failed(url: url, reason: reason)
    }
  }
}

/// Done once, before any handle is made.
let isCurlReady = curl_global_init(CCURL_GLOBAL_DEFAULT) == CURLE_OK

/// The fields as libcurl wants them; those it would add of itself are taken away.
private func fieldLines(of request: Request) -> UnsafeMutablePointer<curl_slist>? {
  var lines = curl_slist_append(nil, "Expect:")
  if request.headers["Content-Type"] == nil { lines = curl_slist_append(lines, "Content-Type:") }
  for (name, value) in request.headers.wireSafe {
    lines = curl_slist_append(lines, value.isEmpty ? "\(name);" : "\(name): \(value)")
  }
  return lines
}
