/// Why bytes aren't the form they claim to be; the parameter is named as it was sent.
package enum FormError: Error, Equatable, CustomStringConvertible {
  case tooMany(limit: Int)
  case brokenPercentEncoding(parameter: String)
  case notUTF8(parameter: String)

  /// What is wrong, in a sentence.
  package var description: String {
    switch self {
    case .tooMany(let limit): "There are more than \(limit) parameters."
    case .brokenPercentEncoding(let name):
      "The parameter \(name) has a \"%\" that isn't followed by two hex digits; write \"%25\"."
    case .notUTF8(let name): "The parameter \(name) isn't UTF-8."
    }
  }
}
