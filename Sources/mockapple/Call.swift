import JSON

/// One call of the admin API, and what a person is told of its answer.
struct Call {
  let method: String
  let path: String
  let body: JSON?
  private let words: (JSON, AdminClient) throws -> String

  init(
    _ method: String, _ path: String, _ body: JSON? = nil,
    words: @escaping (_ answer: JSON, _ admin: AdminClient) throws -> String
  ) {
    self.method = method
    self.path = path
    self.body = body
    self.words = words
  }

  /// A call whose success needs no answer to be told.
  init(_ method: String, _ path: String, _ body: JSON? = nil, done: String) {
    self.init(method, path, body) { _, _ in done }
  }

  /// Makes it, and prints the answer or the words.
  func run(by admin: AdminClient) throws {
    let answer = try admin.call(method, path, body)
    if !admin.json {
      Terminal.out(try words(answer, admin))
    } else if !answer.isNull {
      Terminal.out(answer.prettyText())
    }
  }
}
