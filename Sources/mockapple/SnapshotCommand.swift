import JSON

/// `snapshot`: the whole state into a file, and out of it.
struct SnapshotCommand: Command {
  static let verb = "snapshot"
  static let summary = "saves the whole state to a file, or loads it"
  static let usage = """
    Usage: mockapple snapshot save FILE|-
           mockapple snapshot load FILE|-
      save FILE            writes the state to a file that only you may read: keys and tokens are in it
      load FILE            puts the state of the file in place of the present one
    A FILE of - is standard output or input.
    \(AdminClient.usage)
    """

  private enum Verb: String, CaseIterable { case save, load }
  private static let mebibytes = 256
  /// A large state takes its time.
  private static let seconds = 300

  private let admin: AdminClient
  private let verb: Verb
  private let file: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    guard let verb = try arguments.verb(of: Verb.self) else { throw UsageError("save or load is missing.") }
    guard let file = arguments.operand() else { throw UsageError("\(verb.rawValue) wants a file.") }
    self.verb = verb
    self.file = file
  }

  func run() throws {
    switch verb {
    case .save:
      let (status, bytes) = try admin.exchange("GET", "snapshot", seconds: Self.seconds)
      guard status < 400 else { throw try refusal(status, bytes) }
      try File.write(bytes, to: file)
      if file != "-", !admin.json { Terminal.out("Saved \(Self.size(bytes.count)) to \(file).") }
    case .load:
      let sent = try File.read(file, mebibytes: Self.mebibytes)
      let (status, bytes) = try admin.exchange("PUT", "snapshot", sent, seconds: Self.seconds)
      guard status < 400 else { throw try refusal(status, bytes) }
      if !admin.json {
        Terminal.out("Loaded \(Self.size(sent.count)) from \(file).")
      } else if !bytes.isEmpty {
        Terminal.out(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  private func refusal(_ status: Int, _ bytes: [UInt8]) throws -> Failure {
    AdminClient.failure((try? JSON(parsing: bytes)) ?? .null, status, "\(verb.rawValue) of a snapshot")
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<2048: "\(bytes) bytes"
    case ..<(2 << 20): "\(bytes >> 10) KiB"
    default: "\(bytes >> 20) MiB"
    }
  }
}
