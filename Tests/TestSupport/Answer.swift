package import HTTP
package import JSON

/// A response as a test reads it.
package struct Answer: Sendable {
  package let response: Response

  package init(_ response: Response) { self.response = response }

  package var status: Int { response.status }
  package var body: [UInt8] {
    if case .bytes(let bytes) = response.body { bytes } else { [] }
  }
  package var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON, `null` where it is none.
  package var json: JSON { (try? JSON(parsing: body)) ?? .null }
  package var hint: String { response.headers["X-MockApple-Hint"] ?? "" }
  package func header(_ name: String) -> String? { response.headers[name] }
}
