import HTTP
import Provider
import Web

extension Server {
  /// One place to listen at.
  private struct Place {
    let host: String
    let port: UInt16
    let surface: Surface
    var tls: Listener.Configuration.TLS?
    /// The option that says the port.
    var option = "--port"
  }

  /// The listeners, and the addresses that people are told.
  struct Listening {
    var listeners: [Listener]
    let url: String
    var adminURL: String
    var tlsURL: String?
  }

  /// Opens every listener, or none.
  static func listen(
    _ configuration: Configuration, _ identity: Identity?, _ application: Application, _ feed: Feed
  ) throws -> Listening {
    let isApart = configuration.adminPort != nil
    let apple = try open(
      Place(host: configuration.host, port: configuration.port, surface: isApart ? .apple : .both),
      application, feed)
    let url = address("http", configuration.host, apple[0].port)
    var listening = Listening(listeners: apple, url: url, adminURL: url)
    if let port = configuration.adminPort {
      let host = configuration.adminHost ?? configuration.host
      let admin = try open(
        Place(host: host, port: port, surface: .admin, option: "--admin-port"), application, feed)
      listening.listeners += admin
      listening.adminURL = address("http", host, admin[0].port)
    }
    if let tls = configuration.tls, let identity {
      let secure = try open(
        Place(
          host: configuration.host, port: tls.port, surface: .apple, tls: identity.listening,
          option: "--tls-port"), application, feed)
      listening.listeners += secure
      listening.tlsURL = address("https", configuration.host, secure[0].port)
    }
    return listening
  }

  /// Loopback means 127.0.0.1 and ::1, on the same port.
  private static func open(_ place: Place, _ application: Application, _ feed: Feed) throws -> [Listener] {
    do {
      return try openAll(place, application, feed)
    } catch ListenerError.portInUse(let address, let port) where place.option != "--port" {
      throw Failure(
        "Port \(port) on \(address) is already in use; choose another with \(place.option), or 0 for any free one."
      )
    }
  }

  private static func openAll(
    _ place: Place, _ application: Application, _ feed: Feed
  ) throws -> [Listener] {
    guard place.host == "127.0.0.1" || place.host == "localhost" else {
      return [try listener(place.host, place.port, place, application, feed)]
    }
    let first = try listener("127.0.0.1", place.port, place, application, feed)
    do {
      return [first, try listener("::1", first.port, place, application, feed)]
    } catch ListenerError.portInUse where place.port == 0 {
      // Any free port will do, but it has to be free on both.
      return try openAll(place, application, feed)
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
        address: address, port: port, connectionLimit: connectionLimit, tls: place.tls,
        bodyLimit: { Application.bodyLimit(method: $0, target: $1, on: place.surface) },
        sleep: { feed.sleep(milliseconds: $0) })
    ) { request in application.respond(to: request, on: place.surface) }
  }

  /// A thousand, or what four listeners can have at once, with two files each, beside everything else that is open.
  private static let connectionLimit = max(min(1000, (OpenFiles.raise() - 200) / 8), 10)

  private static func address(_ scheme: String, _ host: String, _ port: UInt16) -> String {
    let name =
      switch host {
      case "0.0.0.0", "localhost": "127.0.0.1"
      case "::": "[::1]"
      default: host.contains(":") ? "[\(host)]" : host
      }
    return "\(scheme)://\(name):\(port)"
  }
}
