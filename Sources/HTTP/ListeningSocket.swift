import CMicroHTTPD
import Glibc

/// A listening TCP socket, bound to an address of one family; whoever takes the descriptor closes it.
struct ListeningSocket {
  let descriptor: Int32
  /// The port it is bound to, in 1 to 65535.
  let port: UInt16

  /// Binds and listens; port 0 means any free one.
  init(address: String, port: UInt16) throws(ListenerError) {
    guard var endpoint = endpoint(address, port) else {
      throw .cannotBind(address: address, port: port, reason: "it isn't an IPv4 or IPv6 address")
    }
    descriptor = socket(Int32(endpoint.ss_family), CMHD_SOCK_STREAM, 0)
    guard descriptor >= 0, listen(descriptor, at: &endpoint) else {
      let code = errno
      close(descriptor)
      if code == EADDRINUSE { throw .portInUse(address: address, port: port) }
      throw .cannotBind(address: address, port: port, reason: String(cString: strerror(code)))
    }
    self.port = boundPort(of: descriptor)
  }
}

/// The address as the system takes it; nil when it is no literal.
private func endpoint(_ address: String, _ port: UInt16) -> sockaddr_storage? {
  var v4 = sockaddr_in()
  var v6 = sockaddr_in6()
  var storage = sockaddr_storage()
  return withUnsafeMutableBytes(of: &storage) { bytes in
    if inet_pton(AF_INET, address, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      bytes.storeBytes(of: v4, as: sockaddr_in.self)
    } else if inet_pton(AF_INET6, address, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      bytes.storeBytes(of: v6, as: sockaddr_in6.self)
    } else {
      return nil
    }
    return bytes.load(as: sockaddr_storage.self)
  }
}

private func listen(_ descriptor: Int32, at endpoint: inout sockaddr_storage) -> Bool {
  var yes: Int32 = 1
  let size = socklen_t(MemoryLayout<Int32>.size)
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
  if endpoint.ss_family == sa_family_t(AF_INET6) {
    setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
  }
  let isBound = withUnsafeMutablePointer(to: &endpoint) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_storage>.size)) == 0
    }
  }
  return isBound && Glibc.listen(descriptor, SOMAXCONN) == 0
}

private func boundPort(of descriptor: Int32) -> UInt16 {
  var endpoint = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  withUnsafeMutablePointer(to: &endpoint) {
    _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
  }
  // The port lies at the same place in both families.
  return withUnsafeBytes(of: &endpoint) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
}
