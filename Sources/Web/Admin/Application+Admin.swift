import HTTP

extension Application {
  /// Answers an admin request: guard, route, operation.
  func respondAsAdmin(to request: Request) -> Response {
    do {
      try Guard(token: options.adminToken, hosts: options.adminHosts).check(request)
      guard !request.isBodyTooLarge else {
        throw Problem(413, detail: "The body is larger than 1 MiB (256 MiB for a snapshot).")
      }
      return try route(request)
    } catch {
      let problem = Problem(error)
      // The machine's failure: who looks after it learns of it even where the caller does not tell.
      if problem.status == 500 {
        options.log(
          LogLine(
            request: nil, method: request.method, path: request.path, status: 500, clientID: nil,
            account: nil,
            rule: nil, hint: problem.detail.asHint, duration: 0
          ).withoutSecrets)
      }
      return problem.response
    }
  }

  private func route(_ request: Request) throws -> Response {
    let raw = request.path.split(separator: "/", omittingEmptySubsequences: false)
    let method = request.method == "HEAD" ? "GET" : request.method
    var allowed: [String] = []
    for operation in operations {
      guard let values = operation.match(raw) else { continue }
      guard operation.method == method else {
        allowed.append(operation.method)
        continue
      }
      var call = try AdminCall(request: request, application: self, path: values)
      return try operation.handle(&call)
    }
    guard allowed.isEmpty else {
      var response = Problem(405, detail: "\(request.path) takes \(allowed.joined(separator: ", ")).")
        .response
      response.headers["Allow"] = allowed.joined(separator: ", ")
      return response
    }
    throw Problem(404, detail: "There is no \(request.path); GET /admin/openapi.json lists what there is.")
  }
}
