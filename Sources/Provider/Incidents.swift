package import AppleID
import JSON

/// Apple's real incidents, as layers: starting and stopping restores exactly what was.
extension Provider {
  /// The incidents that run, in the order in which they were started.
  package var runningIncidents: [Incident] { readWorld { $0.layers.incidents } }

  /// Starts an incident; one that runs already goes on.
  package func start(_ incident: Incident) throws {
    try changeWorld { world in
      guard !world.layers.incidents.contains(incident) else { return }
      world.layers.incidents.append(incident)
    }
    events.append(.incident, ["started": .string(incident.rawValue)])
  }

  /// Stops an incident; throws `Complaint.notFound` for one that does not run.
  package func stop(_ incident: Incident) throws {
    try changeWorld { world in
      guard world.layers.incidents.contains(incident) else {
        throw Complaint.notFound("\(incident.rawValue) does not run.")
      }
      world.layers.incidents.removeAll { $0 == incident }
    }
    events.append(.incident, ["stopped": .string(incident.rawValue)])
  }
}
