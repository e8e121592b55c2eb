package import AppleID
import Primitives

extension Journal {
  /// How much of a body is kept, in bytes: of the answer's, of the parameters, and of the header.
  package static let bodyLimit = 16 * 1024
  /// How much is kept of what should be short, in bytes.
  private static let nameLimit = 1024

  /// One exchange: what lists are filtered by, and the details.
  package struct Entry: Sendable {
    package var id = 0
    /// Seconds since 1970 on the clock the rules obey.
    package let at: Int
    package let endpoint: Endpoint
    package let method: String
    package let path: String
    package let status: Int
    package let clientID: String?
    package let account: String?
    package let grantType: String?
    package let error: Refusal.Code?
    /// The name of the rule that refused, also where it did so by a status.
    package let rule: Rule?
    /// The details, packed: a list reads them of few.
    let packedDetails: ArraySlice<UInt8>

    /// What an exchange is not looked for by.
    package struct Details: Sendable {
      package let parameters: [(name: String, value: String)]
      package let headers: [(name: String, value: String)]
      /// Microseconds of real time.
      package let duration: Int
      /// The sentence in the answer, where there was one.
      package let errorDescription: String?
      package let hint: String?
      package let leniencies: [String]
      /// The planned faults that met the request.
      package let faults: [String]
      /// The body of the answer, at most `bodyLimit` bytes of it.
      package let responseBody: [UInt8]
    }

    package init(
      at: Int, endpoint: Endpoint, method: String, path: String, parameters: [(name: String, value: String)],
      headers: [(name: String, value: String)], status: Int, responseBody: [UInt8], duration: Int,
      notes: Notes,
      refusal: Refusal?, faults: [String] = [], showsDescription: Bool, hint: String?
    ) {
      self.at = at
      self.endpoint = endpoint
      self.method = method
      self.path = path
      self.status = status
      clientID = notes.clientID?.cut(toBytes: Journal.nameLimit)
      account = notes.account
      grantType = notes.grantType?.cut(toBytes: Journal.nameLimit)
      error = refusal?.error
      rule = refusal?.rule
      packedDetails =
        Details(
          parameters: Self.cut(parameters), headers: Self.cut(headers), duration: duration,
          errorDescription: showsDescription
            ? refusal?.errorDescription?.cut(toBytes: Journal.nameLimit) : nil,
          hint: hint,
          leniencies: notes.forgiven.map {
            "\($0.leniency.rawValue): Apple would have refused this: \($0.refusal.hint.cut(toBytes: Journal.nameLimit))"
          }, faults: faults, responseBody: Array(responseBody.prefix(Journal.bodyLimit))
        ).packed[...]
    }

    /// The first pairs, as far as the limit reaches; the last may be cut.
    private static func cut(_ pairs: [(name: String, value: String)]) -> [(name: String, value: String)] {
      var room = Journal.bodyLimit
      var kept: [(name: String, value: String)] = []
      for (name, value) in pairs where room > 0 {
        let pair = (
          name: name.cut(toBytes: room), value: value.cut(toBytes: room - min(room, name.utf8.count))
        )
        room -= name.utf8.count + value.utf8.count
        kept.append(pair)
      }
      return kept
    }
  }
}
