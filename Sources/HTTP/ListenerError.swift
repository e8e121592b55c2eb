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
        + (1..<1024 ~= port && reason == "Permission denied"
          ? " It needs the capability CAP_NET_BIND_SERVICE, or the sysctl net.ipv4.ip_unprivileged_port_start at most \(port)."
          : "")
    }
  }
}
