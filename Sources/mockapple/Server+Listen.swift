import HTTP
import Provider
import Web

extension Server {
  /// One place to listen at.
  private struct Place {
    let host: String
    let port: UInt16
    let surface: Surface
  }

  /// Opens every listener, or none; with the addresses that people are told.
  static func listen(
    _ configuration: Configuration, _ application: Application, _ feed: Feed
  ) throws -> (listeners: [Listener], url: String, adminURL: String) {
    let isApart = configuration.adminPort != nil
    let apple = try open(
      Place(host: configuration.host, port: configuration.port, surface: isApart ? .apple : .both),
      application, feed)
    let url = address(configuration.host, apple[0].port)
    guard let adminPort = configuration.adminPort else { return (apple, url, url) }
    let adminHost = configuration.adminHost ?? configuration.host
    let admin = try open(Place(host: adminHost, port: adminPort, surface: .admin), application, feed)
    return (apple + admin, url, address(adminHost, admin[0].port))
  }

  /// Loopback means 127.0.0.1 and ::1, on the same port.
  private static func open(_ place: Place, _ application: Application, _ feed: Feed) throws -> [Listener] {
    guard place.host == "127.0.0.1" || place.host == "localhost" else {
      return [try listener(place.host, place.port, place, application, feed)]
    }
    let first = try listener("127.0.0.1", place.port, place, application, feed)
    do {
      return [first, try listener("::1", first.port, place, application, feed)]
    } catch ListenerError.portInUse where place.port == 0 {
      // Any free port will do, but it has to be free on both.
      return try open(place, application, feed)
    } catch ListenerError.cannotBind {
      // A machine without IPv6.
      return [first]
    }
  }

  private static func listener(
    _ address: String, _ port: UInt16, _ place: Place, _ application: Application, _ feed: Feed
  ) throws -> Listener {
    try Listener(
      Listener.Configuration(
        address: address, port: port, bodyLimit: Application.bodyLimit(method:target:),
        sleep: { feed.sleep(milliseconds: $0) })
    ) { request in application.respond(to: request, on: place.surface) }
  }

  private static func address(_ host: String, _ port: UInt16) -> String {
    let name =
      switch host {
      case "0.0.0.0", "localhost": "127.0.0.1"
      case "::": "[::1]"
      default: host.contains(":") ? "[\(host)]" : host
      }
    return "http://\(name):\(port)"
  }
}
