/// An admin call that meets what is already there, or finds nothing under an id.
package enum Complaint: Error, Sendable, Equatable, CustomStringConvertible {
  case conflict(String), notFound(String)

  package var description: String {
    switch self {
    case .conflict(let detail), .notFound(let detail): detail
    }
  }
}
