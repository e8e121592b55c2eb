import HTTP
import JSON
import Provider

extension Operation {
  static let snapshots = [
    Operation("GET", "/admin/snapshot", "getSnapshot") { call in
      try call.query.finish()
      return Response(
        headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: Array(try call.provider.snapshot().utf8))
    },
    Operation("PUT", "/admin/snapshot", "loadSnapshot") { call in
      try call.query.finish()
      try call.provider.load(try call.json())
      return .admin([:])
    },
  ]
}
