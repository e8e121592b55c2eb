import HTTP
import JSON

/// The admin API of a running server, as the commands speak to it.
struct AdminClient {
  static let usage = """
      --admin-url URL      the running server's admin address (http://127.0.0.1:8080)
      --admin-token TOKEN  what it wants, where it wants one
    """

  private let url: String
  private let token: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    var url = try arguments.option("admin-url") ?? "http://127.0.0.1:8080"
    while url.hasSuffix("/") { url.removeLast() }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw UsageError("--admin-url is \(url); it must be an address such as http://127.0.0.1:8080.")
    }
    self.url = url
    token = try arguments.option("admin-token")
  }

  /// The answer to a call; throws `Failure` with the server's own words where it refuses. `seconds` is how long the
  /// server may take.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: JSON? = nil, seconds: Int = 10) throws -> JSON {
    let (status, json) = try send(method, path, body, seconds: seconds)
    guard status < 400 else {
      throw Failure(json["detail"]?.string ?? "The server answered \(status) to \(method) \(path).")
    }
    return json
  }

  /// The status and the answer, whatever they are.
  func send(_ method: String, _ path: String, _ body: JSON? = nil, seconds: Int = 10) throws -> (Int, JSON) {
    var headers: Headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let client = Client(timeoutMilliseconds: seconds * 1000)
    let response: Response
    do {
      response = try client.send(
        Request(method: method, target: url + "/admin/" + path, headers: headers, body: body?.bytes() ?? []))
    } catch {
      throw Failure("\(error) Start one with: mockapple serve")
    }
    guard case .bytes(let bytes) = response.body, !bytes.isEmpty else { return (response.status, .null) }
    // An answer that is no JSON is not the admin API's, whatever it is.
    guard let json = try? JSON(parsing: bytes) else {
      throw Failure("\(url) does not answer as mockapple's admin API does (status \(response.status)).")
    }
    return (response.status, json)
  }
}
