/// How a notification leaves: given by the front door, so that the use cases know no HTTP.
package struct Outbound: Sendable {
  /// What came back from an endpoint.
  package struct Answer: Sendable {
    /// nil where no answer came.
    package let status: Int?
    /// Why none came.
    package let error: String?
    /// Milliseconds of real time.
    package let milliseconds: Int
    package let body: String

    package init(status: Int?, error: String? = nil, milliseconds: Int = 0, body: String = "") {
      self.status = status
      self.error = error
      self.milliseconds = milliseconds
      self.body = body
    }
  }

  /// Posts a JSON body to a URL after so many milliseconds; returns at once, and tells the answer once, on any thread, or
  /// nil where the program stops before there is one.
  package let post:
    @Sendable (_ url: String, _ body: [UInt8], _ delay: Int, _ then: @escaping @Sendable (Answer?) -> Void) ->
      Void

  package init(
    post:
      @escaping @Sendable (
        _ url: String, _ body: [UInt8], _ delay: Int, _ then: @escaping @Sendable (Answer?) -> Void
      ) -> Void
  ) {
    self.post = post
  }

  /// One that reaches nobody.
  package static let none = Outbound { _, _, _, then in
    then(Answer(status: nil, error: "This server sends nothing."))
  }
}
