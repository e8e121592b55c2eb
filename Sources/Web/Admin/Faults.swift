import AppleID
import HTTP
import JSON
import Provider

extension Operation {
  static let faults = [
    Operation("GET", "/admin/faults", "listFaults") { call in
      let list = call.provider.faults().map { $0.planned.json(hits: $0.hits) }
      return .admin(["faults": try call.query.listed(list, id: "id", fields: ["id", "endpoint"])])
    },
    Operation("POST", "/admin/faults", "addFault") { call in
      try call.query.finish()
      var fields = try call.body()
      let fault = try Fault(&fields)
      try fields.finish()
      return .admin(try call.provider.add(fault).json(hits: 0), status: 201)
    },
    Operation("DELETE", "/admin/faults", "removeFaults") { call in
      try call.query.finish()
      try call.provider.removeFaults(nil)
      return Response(status: 204)
    },
    Operation("DELETE", "/admin/faults/{id}", "removeFault") { call in
      try call.query.finish()
      try call.provider.removeFaults(call.path("id"))
      return Response(status: 204)
    },
  ]

  static let incidents = [
    Operation("GET", "/admin/incidents", "listIncidents") { call in
      let running = call.provider.runningIncidents
      let list = Incident.allCases.map { $0.json(isRunning: running.contains($0)) }
      return .admin(["incidents": try call.query.listed(list, id: "name", fields: ["name", "running"])])
    },
    Operation("POST", "/admin/incidents/{name}", "startIncident") { call in
      try call.query.finish()
      try call.body().finish()
      let incident = try incident(call)
      try call.provider.start(incident)
      return .admin(incident.json(isRunning: true))
    },
    Operation("DELETE", "/admin/incidents/{name}", "stopIncident") { call in
      try call.query.finish()
      try call.provider.stop(try incident(call))
      return Response(status: 204)
    },
  ]

  private static func incident(_ call: AdminCall) throws -> Incident {
    let name = call.path("name")
    guard let incident = Incident(rawValue: name) else {
      let known = Incident.allCases.map(\.rawValue).joined(separator: ", ")
      throw Complaint.notFound("There is no incident \(name); there are: \(known).")
    }
    return incident
  }
}

extension PlannedFault {
  fileprivate func json(hits: Int) -> JSON {
    .object([JSON.Member("id", .string(id))] + (fault.json.members ?? []) + [JSON.Member("hits", .int(hits))])
  }
}

extension Incident {
  fileprivate func json(isRunning: Bool) -> JSON {
    let story = story
    return [
      "name": .string(rawValue), "date": story.date.isEmpty ? .null : .string(story.date),
      "title": .string(story.title),
      "source": .string(story.source), "effect": .string(story.effect), "expect": .string(story.expect),
      "running": .bool(isRunning),
    ]
  }
}
