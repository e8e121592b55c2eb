/// What is wrong with one member of a body or a file.
package struct FieldError: Sendable, Equatable {
  /// The path of the member, such as "clients[0].client_id"; empty for the whole.
  package let field: String
  /// The rest of the sentence that begins with the field: "must be a string, not a number."
  package let message: String

  /// What is wrong with the member at that path.
  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

/// All that is wrong with a body or a file.
package struct FieldErrors: Error, Equatable, CustomStringConvertible {
  /// One for each member, at least one.
  package let errors: [FieldError]

  /// All that is wrong.
  package init(_ errors: [FieldError]) { self.errors = errors }

  /// One sentence an error.
  package var description: String {
    errors.map { "\($0.field.isEmpty ? "The JSON" : $0.field) \($0.message)" }.joined(separator: " ")
  }
}
