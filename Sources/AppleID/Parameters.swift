import Primitives

/// The parameters of a request, each sent at most once (RFC 6749 section 3.1 and 3.2; TN3107).
package struct Parameters: Sendable, Equatable {
  private let values: [ByteKey: String]

  /// Throws `Refusal` where a name is sent twice, even with the same value.
  package init(_ pairs: [(name: String, value: String)]) throws(Refusal) {
    var values: [ByteKey: String] = [:]
    for (name, value) in pairs where values.updateValue(value, forKey: ByteKey(name)) != nil {
      throw Refusal(
        .duplicateParameter, hint: "\(name) was sent more than once; Apple wants each parameter once.")
    }
    self.values = values
  }

  /// The value of a parameter; nil where it was not sent, or sent empty (RFC 6749 section 3.1 treats the two
  /// alike).
  package subscript(name: String) -> String? {
    guard let value = values[ByteKey(name)], !value.isEmpty else { return nil }
    return value
  }

  /// Whether a parameter was sent, though it be empty.
  package func isSent(_ name: String) -> Bool { values[ByteKey(name)] != nil }

  /// The value of a parameter; throws `Refusal` where it is missing or empty.
  package func required(_ name: String) throws(Refusal) -> String {
    if let value = self[name] { return value }
    let sent = values.keys.map(\.text).sorted().joined(separator: ", ")
    throw Refusal(
      .missingParameter, parameter: name,
      hint: !isSent(name)
        ? "\(name) is missing; " + (sent.isEmpty ? "nothing was sent." : "sent were: \(sent).")
        : "\(name) was sent empty.")
  }
}
