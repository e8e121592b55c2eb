import JSON
import Sample
import TestSupport
import Testing
import Web

@Suite struct `The description of the admin API` {
  /// `METHOD path operationId` of every operation in docs/openapi.json.
  private static var described: Set<String> {
    get throws {
      let document = try JSON(parsing: Array(Sample.openAPI.utf8))
      let paths = try #require(document["paths"]?.members)
      return Set(
        paths.flatMap { path in
          (path.value.members ?? []).map { operation in
            let name = operation.value["operationId"]?.string ?? "(none)"
            return "\(operation.name.uppercased()) \(path.name) \(name)"
          }
        })
    }
  }

  @Test func `names every operation, and none that is not there`() throws {
    let served = Set(try World().application.operations.map { "\($0.method) \($0.path) \($0.name)" })
    let described = try Self.described
    #expect(served.subtracting(described) == [], "docs/openapi.json lacks them")
    #expect(described.subtracting(served) == [], "nobody answers them")
  }

  @Test func `is served as it is`() throws {
    let answer = try World(options: Options(openAPI: Sample.openAPI)).get("/admin/openapi.json")
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.text == Sample.openAPI)
  }
}
