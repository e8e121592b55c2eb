import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct `A planned delay` {
  @Test func `of two hundred requests costs another nothing`() throws {
    let running = try Running()
    let planned = running.run(
      ["fault", "add", "--endpoint", "discovery", "--type", "delay", "--milliseconds", "10000"])
    try #require(planned.status == 0)
    let port = try #require(running.url.split(separator: ":").last.flatMap { UInt16($0) })
    let waiting = (1...200).map { _ in Self.ask("/.well-known/openid-configuration", at: port) }
    let began = ContinuousClock.now
    #expect(try Running.get(running.url + "/auth/keys").status == 200)
    #expect(ContinuousClock.now - began < .seconds(8))
    for descriptor in waiting {
      #expect(Self.beginning(descriptor) == "HTTP/1.1 200")
      close(descriptor)
    }
    #expect(ContinuousClock.now - began < .seconds(120))
  }

  /// Sends a request and does not wait for its answer.
  private static func ask(_ path: String, at port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    _ = write(descriptor, request, request.count)
    return descriptor
  }

  private static func beginning(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 12)
    let count = read(descriptor, &bytes, 12)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
