import HTTP

/// One of Apple's paths: a name for journal and faults, and what each method does.
struct Endpoint: Sendable {
  let name: String
  let path: String
  let methods: [String: @Sendable (inout Call) throws -> Response]

  init(_ name: String, _ path: String, get: @escaping @Sendable (inout Call) throws -> Response) {
    self.name = name
    self.path = path
    methods = ["GET": get, "HEAD": get]
  }

  init(_ name: String, _ path: String, post: @escaping @Sendable (inout Call) throws -> Response) {
    self.name = name
    self.path = path
    methods = ["POST": post]
  }
}
