/// Why a listener doesn't listen.
package enum ListenerError: Error, Equatable, CustomStringConvertible {
  case portInUse(address: String, port: UInt16)
  case cannotBind(address: String, port: UInt16, reason: String)

  /// What happened and, where there is something, what to do.
  package var description: String {
    switch self {
    case .portInUse(let address, let port):
      "Port \(port) on \(address) is already in use; choose another with --port, or 0 for any free one."
    case .cannotBind(let address, let port, let reason):
      "Cannot listen on \(address), port \(port): \(reason)."
    }
  }
}
