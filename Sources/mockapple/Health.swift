import JSON

/// `health`: exit status 0 when the server answers and is ready.
struct Health: Command {
  static let verb = "health"
  static let summary = "exit status 0 when the server answers"
  static let usage = """
    Usage: mockapple health
    \(AdminClient.usage)
    """

  private let admin: AdminClient

  init(_ arguments: inout Arguments) throws(UsageError) { admin = try AdminClient(&arguments) }

  func run() throws {
    let (status, health) = try admin.send("GET", "health")
    if admin.json { Terminal.out(health.prettyText()) }
    guard status == 200 else {
      let status = health["status"]?.string ?? "status \(status)"
      throw Failure("Not ready: \(status). \(health["detail"]?.string ?? "")")
    }
    if !admin.json { Terminal.out("ok, version \(health["version"]?.string ?? "unknown")") }
  }
}
