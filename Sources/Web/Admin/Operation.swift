import HTTP

/// One operation of the admin API, as a value, so that routes, `openapi.json`, CLI and tests hold each other to the
/// same list.
package struct Operation: Sendable {
  package let method: String
  /// The path with its parameters in braces, such as `/admin/teams/{team_id}`.
  package let path: String
  /// Its `operationId`.
  package let name: String
  let handle: @Sendable (inout AdminCall) throws -> Response
  private let segments: [Substring]

  init(
    _ method: String, _ path: String, _ name: String,
    _ handle: @escaping @Sendable (inout AdminCall) throws -> Response
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.handle = handle
    segments = path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The values of the path's parameters where a raw path matches, otherwise nil.
  func match(_ raw: [Substring]) -> [String: String]? {
    guard raw.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, sent) in zip(segments, raw) {
      if segment.hasPrefix("{") {
        guard let value = PercentEncoding.decode(String(sent)), !value.isEmpty else { return nil }
        values[String(segment.dropFirst().dropLast())] = value
      } else if segment != sent {
        return nil
      }
    }
    return values
  }
}
