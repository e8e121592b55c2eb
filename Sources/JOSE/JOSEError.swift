/// Why a JWS, a JWK or base64url is not what it should be.
package struct JOSEError: Error, Equatable, CustomStringConvertible {
  /// A sentence for people: "The payload is not base64url."
  package let description: String

  /// An error with what is wrong, as a sentence.
  package init(_ description: String) { self.description = description }
}
