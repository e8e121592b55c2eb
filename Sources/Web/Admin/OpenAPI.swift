import HTTP

extension Operation {
  static let openAPI = [
    Operation("GET", "/admin/openapi.json", "getOpenAPI") { call in
      try call.query.finish()
      return Response(
        headers: ["Content-Type": "application/json"], body: Array(call.application.options.openAPI.utf8))
    }
  ]
}
