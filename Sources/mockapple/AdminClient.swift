import HTTP
import JSON

/// The admin API of a running server, as the commands speak to it.
struct AdminClient {
  static let usage = """
      --json               prints the API's answer
      --admin-url URL      the running server's admin address (http://127.0.0.1:8080)
      --admin-token TOKEN  what it wants, where it wants one
    """

  private let url: String
  private let token: String?
  /// Whether the API's answer is wanted, not words.
  let json: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    var url = try arguments.option("admin-url") ?? "http://127.0.0.1:8080"
    while url.hasSuffix("/") { url.removeLast() }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw UsageError("--admin-url is \(url); it must be an address such as http://127.0.0.1:8080.")
    }
    self.url = url
    token = try arguments.option("admin-token")
    json = arguments.flag("json")
  }

  /// The path of a resource from its segments, such as `clients` and an id.
  static func path(_ segments: String...) -> String {
    segments.map(PercentEncoding.encode).joined(separator: "/")
  }

  /// The query that filters a list by what was given of these options, or nothing.
  static func query(_ names: [String], _ arguments: inout Arguments) throws(UsageError) -> String {
    var pairs: [(String, String)] = []
    for name in names {
      if let value = try arguments.option(name) { pairs.append((Arguments.field(name), value)) }
    }
    return pairs.isEmpty ? "" : "?" + Form.encode(pairs)
  }

  /// The answer to a call; throws `Failure` with the server's own words where it refuses. `seconds` is how long the
  /// server may take.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: JSON? = nil, seconds: Int = 10) throws -> JSON {
    let (status, json) = try send(method, path, body, seconds: seconds)
    guard status < 400 else { throw Self.failure(json, status, "\(method) \(path)") }
    return json
  }

  /// The server's own words for a refusal.
  static func failure(_ answer: JSON, _ status: Int, _ asked: String) -> Failure {
    Failure(answer["detail"]?.string ?? "The server answered \(status) to \(asked).")
  }

  /// The status and the answer, whatever they are.
  func send(_ method: String, _ path: String, _ body: JSON? = nil, seconds: Int = 10) throws -> (Int, JSON) {
    let (status, bytes) = try exchange(method, path, body?.bytes(), seconds: seconds)
    guard !bytes.isEmpty else { return (status, .null) }
    // An answer that is no JSON is not the admin API's, whatever it is.
    guard let json = try? JSON(parsing: bytes) else {
      throw Failure("\(url) does not answer as mockapple's admin API does (status \(status)).")
    }
    return (status, json)
  }

  /// The status and the answer as bytes, for what is too large to look into.
  func exchange(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, seconds: Int
  ) throws -> (status: Int, bytes: [UInt8]) {
    var headers: Headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let request = Request(method: method, target: url + "/admin/" + path, headers: headers, body: body ?? [])
    let response = try Self.reaching { try Client(timeoutMilliseconds: seconds * 1000).send(request) }
    guard case .bytes(let bytes) = response.body else { return (response.status, []) }
    return (response.status, bytes)
  }

  /// What a call gives; throws `Failure` that says what to do where there is nobody to call.
  private static func reaching<Answer>(_ call: () throws -> Answer) throws(Failure) -> Answer {
    do {
      return try call()
    } catch ClientError.noServer(let url) {
      throw Failure(
        "\(ClientError.noServer(url: url)) Start one with: mockapple serve"
          + " (or say where it is: --admin-url, MOCKAPPLE_ADMIN_URL)")
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Hands over each event of a stream (WHATWG HTML, “Server-sent events”), until the server goes. Throws `Failure`.
  func stream(_ path: String, onEvent: (_ kind: String, _ data: JSON) throws -> Void) throws {
    var headers: Headers = ["Accept": "text/event-stream"]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    var rest: [UInt8] = []
    var kind = ""
    var thrown: (any Error)?
    let request = Request(method: "GET", target: url + "/admin/" + path, headers: headers)
    let status = try Self.reaching {
      try Client().stream(request) { piece in
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: rest[..<end], as: UTF8.self)
          rest.removeFirst(end + 1)
          if line.hasPrefix("event: ") { kind = String(line.dropFirst(7)) }
          guard line.hasPrefix("data: "), let data = try? JSON(parsing: Array(line.utf8.dropFirst(6))) else {
            continue
          }
          do {
            try onEvent(kind, data)
          } catch {
            thrown = error
            return false
          }
        }
        return true
      }
    }
    if let thrown { throw thrown }
    throw status < 400 ? Failure("The server has gone.") : Self.failure(.null, status, "GET \(path)")
  }

  /// Where the server's clock stands, to tell moments from.
  func ago() throws -> Ago { Ago(now: try call("GET", "clock")["now"]?.int ?? 0) }
}
