import AppleID
import HTTP
import JSON
import Provider

/// One admin request while it is answered.
struct AdminCall {
  let request: Request
  let application: Application
  let context: Context
  private let path: [String: String]
  var query: Query

  init(request: Request, application: Application, path: [String: String]) throws {
    self.request = request
    self.application = application
    self.path = path
    context = application.provider.context(base: application.base(of: request))
    query = try Query(request.query)
  }

  var provider: Provider { application.provider }

  /// A parameter of the path, which the route guarantees.
  func path(_ name: String) -> String { path[name] ?? "" }

  /// The body as a JSON object; an absent one is empty. Throws `Problem` where it is no JSON, `FieldErrors` where it
  /// is no object.
  func body() throws -> Fields {
    guard !request.body.isEmpty else { return try Fields(.object([])) }
    return try Fields(try json())
  }

  /// The body as JSON of any kind; throws `Problem` where it is none.
  func json() throws -> JSON {
    do {
      return try JSON(parsing: request.body)
    } catch {
      throw Problem(400, detail: "The body is no JSON: \(error)")
    }
  }
}
